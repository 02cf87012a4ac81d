/** The floor: the least that a Worker can do for a page of lines. One statement, one more to count, JSON.stringify. */
export default {
  async fetch(request, env) {
    const scenario = env.SCENARIOS[new URL(request.url).pathname.slice(1)]
    if (!scenario) return new Response(null, { status: 404 })
    const page = env.LINES.prepare(scenario.page)
    let results
    let total = env.TOTAL
    if (scenario.count) {
      const [lines, count] = await env.LINES.batch([page, env.LINES.prepare(scenario.count)])
      results = lines.results
      total = count.results[0].total
    } else {
      results = (await page.all()).results
    }
    for (const line of results) line.bool1 = line.bool1 === 1
    return new Response(JSON.stringify({ total, next: request.url, results }), {
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
  },
}
