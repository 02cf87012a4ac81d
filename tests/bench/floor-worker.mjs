/** The floor: the least that a Worker can do for each scenario. Hand-written statements, one round trip, JSON.stringify. */

const answers = {
  /** A page of lines, their number known or counted. */
  lines({ total, booleans }, [page, count]) {
    for (const line of page.results) for (const key of booleans) line[key] = line[key] === 1
    return json({ total: count ? count.results[0].total : total, next: 'x', results: page.results })
  },
  /** Lines without their number. */
  more({ booleans }, [page]) {
    for (const line of page.results) for (const key of booleans) line[key] = line[key] === 1
    return json({ next: 'x', results: page.results })
  },
  csv({ header }, [page]) {
    let text = header
    for (const line of page.results) text += `${Object.values(line).map(csvCell).join(',')}\n`
    return new Response(text, { headers: { 'content-type': 'text/csv; charset=utf-8' } })
  },
  /** Groups: rows of `value`, `total` and perhaps `metric`. */
  groups({ total }, [rows]) {
    const [first] = rows.results
    const shown = rows.results.reduce((sum, row) => sum + row.total, 0)
    return json({
      total,
      total_values: first.groups,
      total_other: first.lines - shown,
      aggs: rows.results.map(({ groups: _, lines: __, ...row }) => ({ ...row, results: [] })),
    })
  },
  figure({ total }, [row]) {
    return json({ total: row.results[0].total ?? total, metric: row.results[0].metric })
  },
  values(_, [rows]) {
    return json(rows.results.map(({ value }) => value))
  },
}

const csvCell = (value) =>
  value === null ? '' : typeof value === 'number' ? value : `"${value.replaceAll('"', '""')}"`

const json = (value) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json; charset=utf-8' } })

export default {
  async fetch(request, env) {
    const scenario = env.SCENARIOS[new URL(request.url).pathname.slice(1)]
    if (!scenario) return new Response(null, { status: 404 })
    const statements = scenario.sql.map((text) => env.LINES.prepare(text))
    const results = statements.length === 1 ? [await statements[0].all()] : await env.LINES.batch(statements)
    return answers[scenario.answer](scenario, results)
  },
}
