/** Aggregations by value: nested results, cost, and refused requests. */
import { describe, expect, test } from 'vitest'
import { createContext } from '../../../worker/create-context'
import { openLines } from '../../../worker/datasets/lines-api/read/open-lines'
import { parseValuesAgg } from '../../../worker/lines/aggregate/parse-values-agg'
import { readBuckets } from '../../../worker/lines/aggregate/read-buckets'
import { type Agg, aggregated, colors, pairs } from '../../support/aggregates'
import { open, publish } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

describe('values_agg', () => {
  test('returns lines inside groups, selected and sorted', async () => {
    const { agg } = await aggregated()
    const { aggs } = await agg('field=color&size=2&sort=-count;-pop,_i&select=thing,pop')
    expect(aggs.map(({ results }) => results)).toEqual([
      [
        { thing: 'bed', pop: 13, _score: null },
        { thing: 'desk', pop: 0, _score: null },
      ],
      [
        { thing: 'desk', pop: 4, _score: null },
        { thing: 'chair', _score: null },
      ],
      [{ pop: 7, _score: null }],
    ])
    const nested = await agg('field=color;thing&size=1&q=bed')
    expect(nested.aggs[0]?.results).toEqual([])
    expect(nested.aggs[0]?.aggs?.[0]?.results).toEqual([expect.objectContaining({ thing: 'bed' })])
  })

  test('a line with several values is in the group of each', async () => {
    const { key, path, schema, agg } = await aggregated()
    const { id } = await publish(colors, { key, parts: [{ name: 'schema', value: JSON.stringify(schema) }] })
    await open(id, key)
    const other = path.replace(/[^/]+$/, id)
    const tags = await ask<Agg>(`${other}/values_agg?field=tags;color&metric=sum&metric_field=pop&sort=key`)
    expect(pairs(tags)).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 2],
    ])
    expect(tags.aggs.map(({ metric }) => metric)).toEqual([0, 13, 13])
    const inside = await ask<Agg>(
      `${other}/values_agg?field=color&metric=cardinality&metric_field=tags&extra_metrics=pop:sum,tags:cardinality,tags:value_count`,
    )
    // Ordered by the metric, which looks at each value of all lines of a group.
    expect(
      inside.aggs.map(({ value, metric, pop_sum, tags_cardinality, tags_value_count }) => [
        value,
        metric,
        pop_sum,
        tags_cardinality,
        tags_value_count,
      ]),
    ).toEqual([
      ['blue', 3, 13, 3, 5],
      ['red', 1, 4, 1, 1],
      ['green', 0, 7, 0, 0],
    ])
    expect(await ask(`${other}/values/tags`)).toEqual(['a', 'b', 'c'])
    expect(await ask(`${other}/metric_agg?field=tags&metric=cardinality`)).toEqual({ total: 6, metric: 3 })
    expect(pairs(await agg('field=color')).length).toBe(3)
  })

  test('dates and numbers have all metrics; those of dates are in ms', async () => {
    const { agg } = await aggregated()
    const { aggs } = await agg(
      'field=color&agg_size=1&metric=min&metric_field=day&extra_metrics=pop:stats,pop:percentiles',
    )
    expect(aggs[0]).toMatchObject({
      metric: Date.parse('2023-12-05'),
      value: 'red',
      pop_stats: { count: 1, min: 4, max: 4, avg: 4, sum: 4 },
    })
    expect(aggs[0]?.pop_percentiles).toContainEqual({ key: 50, value: 4 })
  })

  test('the next links return every group once', async () => {
    const { path, agg } = await aggregated()
    for (const [query, expected] of [
      ['field=color&agg_size=1&sort=-color', ['red', 'green', 'blue']],
      ['field=at&agg_size=2&sort=key', 5],
      ['field=flag&agg_size=1&sort=key', ['false', 'true']],
    ] as const) {
      const seen: unknown[] = []
      for (let url: string | undefined = `${path}/values_agg?${query}`; url; ) {
        const response = await send(url)
        const page: Agg = await response.json()
        expect(response.headers.get('link')).toBe(page.next ? `<${page.next}>; rel=next` : null)
        seen.push(...page.aggs.map(({ value }) => value))
        url = page.next
        if (seen.length > 10) throw new Error('the chain does not end')
      }
      if (typeof expected === 'number') expect(seen).toHaveLength(expected)
      else expect(seen).toEqual(expected)
    }
    expect((await agg('field=color&agg_size=1&sort=-color')).next).toContain('color_lt=red')
    expect((await agg('field=color&agg_size=1')).next).toBeUndefined()
  })

  test('four levels of dates, with fields in overflow columns, fit in one statement', async () => {
    const wide = Array.from({ length: 110 }, (_, i) => `w${i}`)
    const row = (at: string, tail: string) => `${at},${wide.map((_, i) => i).join(',')},${at},${tail}`
    const rows = [row('2023-10-29T00:30:00Z', 'true,3'), row('2023-10-29T01:30:00Z', 'false,4'), row('', ',')]
    const { agg } = await aggregated(`at,${wide.join(',')},late,flag,n\n${rows.join('\n')}\n`)
    const nested = await agg('field=at;late;at;late&interval=year;month;day;hour&size=1&select=n')
    const [year] = nested.aggs
    expect(year?.value).toBe('2023-01-01T00:00:00.000+01:00')
    const hours = year?.aggs?.[0]?.aggs?.[0]?.aggs
    expect(hours?.map(({ value, total, results }) => [value, total, results])).toEqual([
      ['2023-10-29T02:00:00.000+02:00', 1, [{ n: 3, _score: null }]],
      ['2023-10-29T02:00:00.000+01:00', 1, [{ n: 4, _score: null }]],
    ])
    expect(pairs(await agg('field=flag&metric=max&metric_field=late'))).toEqual([
      ['false', 1],
      ['true', 1],
    ])
    expect(pairs(await agg('field=late&interval=day&missing=2023-10-30'))).toEqual([
      ['2023-10-29T00:00:00.000+02:00', 2],
      ['2023-10-30T00:00:00.000+01:00', 1],
    ])
  })

  test('groups with lines cost two round trips after the dataset, whatever the number of groups', async () => {
    const { id } = await aggregated()
    const { faultyEnv } = await import('../../support/faults')
    const counted = faultyEnv()
    const ctx = createContext(counted.env, { identity: { actor: { type: 'anonymous' } }, requestId: 'test' })
    const opened = await openLines(ctx, { id, draft: false }, 'getValuesAgg')
    const before = counted.calls()
    const query = new URLSearchParams('field=color;at&interval=value;month&size=3&q=desk&metric=sum&metric_field=pop')
    await readBuckets(opened.database, parseValuesAgg(query, opened.source), opened.source)
    expect(counted.calls() - before).toBe(2)
  })

  test.each([
    ['', 'parameter-missing'],
    ['field=nope', 'group-field-unknown'],
    ['field=_id', 'group-refused'],
    ['field=color&agg_size=1001', 'size-too-large'],
    ['field=color&agg_size=x', 'parameter-invalid'],
    ['field=color&size=10001', 'size-too-large'],
    ['field=color&size=101&agg_size=1000', 'bucket-lines-too-many'],
    ['field=color&sort=pop', 'group-sort-refused'],
    ['field=color&sort=metric', 'group-sort-refused'],
    ['field=color&interval=month', 'interval-refused'],
    ['field=pop&interval=month', 'interval-refused'],
    ['field=pop&interval=0', 'interval-refused'],
    ['field=day&interval=3', 'interval-refused'],
    ['field=pop&missing=x', 'missing-invalid'],
    ['field=flag&missing=x', 'missing-invalid'],
    ['field=day&missing=x', 'missing-invalid'],
    ['field=color&metric=sum&metric_field=thing', 'metric-refused'],
    ['field=color&metric=scripted_metric&metric_field=pop', 'metric-refused'],
    ['field=color&metric=sum&metric_field=nope', 'group-field-unknown'],
    ['field=color&extra_metrics=pop', 'parameter-invalid'],
    ['field=at&interval=1s', 'buckets-too-many'],
    ['field=color&nope_eq=1', 'filter-field-unknown'],
  ])('%j is refused as %s', async (query, code) => {
    const { path } = await aggregated()
    expect(await refusal(await send(`${path}/values_agg?${query}`))).toEqual([400, code])
  })

  test('a field that cannot be grouped is refused with the permitted operations', async () => {
    const { key, schema } = await aggregated()
    const closed = schema.map((field) =>
      field.key === 'color' ? { ...field, 'x-capabilities': { values: false } } : { ...field, separator: null },
    )
    const { id } = await publish(colors, { key, parts: [{ name: 'schema', value: JSON.stringify(closed) }] })
    const detail = async (query: string) =>
      (
        await ask<{ detail: string }>(
          `/api/v1/datasets/${id}/${query}`,
          { key, headers: { 'accept-language': 'fr' } },
          400,
        )
      ).detail
    expect(await detail('values_agg?field=color')).toMatch(
      /Impossible de grouper sur le champ color.*Opérations disponibles/,
    )
    expect(await detail('metric_agg?field=color&metric=cardinality')).toMatch(
      /Triable et groupable.*Opérations disponibles/,
    )
  })
})
