/** The floor: the least that a Worker can do for each scenario. Hand-written statements, one round trip, JSON.stringify. */

const answers = {
  /** A page of lines, their number known or counted. */
  lines({ total, fields }, [page, count]) {
    const results = page.results.map((line) => complete(line, fields))
    return json({ total: count ? count.results[0].total : total, next: 'x', results })
  },
  /** Lines without their number. */
  more({ fields }, [page]) {
    return json({ next: 'x', results: page.results.map((line) => complete(line, fields)) })
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
  /** Cells of a grid, from west to east of each row. */
  cells({ total }, [rows]) {
    const shown = rows.results.reduce((sum, row) => sum + row.total, 0)
    return json({ total, total_other: total - shown, aggs: rows.results.map(cell) })
  },
  figure({ total }, [row]) {
    return json({ total: row.results[0].total ?? total, metric: row.results[0].metric })
  },
  values(_, [rows]) {
    return json(rows.results.map(({ value }) => value))
  },
  /** The description of a dataset. */
  described(_, [rows]) {
    const { metadata, published, ...row } = rows.results[0]
    return json({ ...JSON.parse(metadata), ...JSON.parse(published), id: row.id, slug: row.slug })
  },
  /** The page of an application, with its description. */
  page({ page }, [rows]) {
    const { metadata, configuration, permissions: _, ...row } = rows.results[0]
    const application = { ...row, ...JSON.parse(metadata), configuration: JSON.parse(configuration) }
    const html = page.replace('%APPLICATION%', () => JSON.stringify(application).replaceAll('<', '\\u003c'))
    return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  },
  written(_, [rows]) {
    return json(rows.results[0], 201)
  },
}

/** Booleans are 0 and 1 in SQLite; the fields beyond the columns of the table are one JSON array, `more`. */
function complete(line, { booleans, beyond }) {
  for (const key of booleans) if (key in line) line[key] = line[key] === 1
  if (beyond.length === 0) return line
  const { more, _i, _rand, _score, _id, ...own } = line
  for (const [at, value] of JSON.parse(more).entries()) own[beyond[at]] = value
  return Object.assign(own, { _i, _rand, _score, _id })
}

const cell = ({ x, y, total, lat, lon, width, height }) => {
  const [west, south] = [x * width - 180, y * height - 90]
  const bbox = [west, south, west + width, south + height]
  return {
    total,
    centroid: { lat, lon },
    center: { lat: south + height / 2, lon: west + width / 2 },
    bbox,
    results: [],
  }
}

const csvCell = (value) =>
  value === null ? '' : typeof value === 'number' ? value : `"${value.replaceAll('"', '""')}"`

const json = (value, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json; charset=utf-8' } })

/** Keeps one object. */
async function put(request, env) {
  await env.FILES.put(new URL(request.url).pathname.slice(1), await request.arrayBuffer())
  return new Response(null, { status: 204 })
}

export default {
  async fetch(request, env) {
    if (request.method === 'PUT') return put(request, env)
    const scenario = env.SCENARIOS[new URL(request.url).pathname.slice(1)]
    if (!scenario) return new Response(null, { status: 404 })
    const body = request.method === 'POST' ? [await request.text()] : []
    const database = scenario.answer === 'described' || scenario.answer === 'page' ? env.METADATA : env.LINES
    const statements = scenario.sql.map((text) => database.prepare(text).bind(...body))
    const results = statements.length === 1 ? [await statements[0].all()] : await database.batch(statements)
    return answers[scenario.answer](scenario, results)
  },
}
