/** Rows of a file with segments, and the requests whose responses are compared with those of one table. */
import { seeded } from '../support/random'

const { whole, pick } = seeded(22)
const words = ['quay', 'Tower', 'été', 'mill "B"', 'bridge, old'] as const

/** Random rows with positions, as GeoJSON. */
export const placesOf = (count: number) => {
  const features = Array.from({ length: count }, (_, at) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [whole(400) / 100, 45 + whole(300) / 100] },
    properties: {
      n: at + 1,
      name: `${pick(words)} ${at % 40}`,
      amount: whole(4) === 0 ? null : whole(1_000) / 10,
      day: `2024-0${1 + whole(9)}-1${whole(10)}`,
      tag: whole(4) === 0 ? null : pick(['a', 'b', 'c']),
    },
  }))
  return JSON.stringify({ type: 'FeatureCollection', features })
}

const select = 'select=_i,_id,n,name,amount,day,tag'
/** Paths below `/api/v1/datasets/{id}/`; `<run>` is the run of the table. */
export const requests = [
  `lines?size=30&${select}`,
  `lines?size=100&page=7&${select}`,
  `lines?size=50&after=740&${select}`,
  `lines?size=20&sort=-_i&${select}`,
  `lines?size=40&sort=name,-amount,_i&${select}`,
  `lines?size=25&sort=-day,_i&page=4&${select}`,
  `lines?size=10&q=mill&q_mode=simple&sort=_i&${select}`,
  `lines?size=10&qs=name:quay AND amount:>50&sort=_i&${select}`,
  `lines?_id_in=<run>-3,<run>-1300&${select}`,
  `lines?n_gte=740&n_lte=765&${select}`,
  `lines?tag_eq=c&sort=_i&size=5&${select}`,
  `lines?tag_nexists=true&sort=_id&size=5&${select}`,
  `lines?collapse=name&sort=name,_i&size=40&${select}`,
  `lines?format=csv&sort=_i&size=10000&${select}`,
  `lines?format=geojson&size=8&bbox=1,46,2,47&sort=_i&${select}`,
  `lines?geo_distance=2,46,20000&sort=_i&size=10&${select}`,
  'values_agg?field=name&agg_size=50&metric=sum&metric_field=amount',
  'values_agg?field=name&agg_size=7&metric=avg&metric_field=amount&metric_sort=-metric',
  'values_agg?field=name&agg_size=3&sort=-key&missing=none',
  'values_agg?field=tag&missing=other&metric=min&metric_field=day',
  'values_agg?field=day;tag&interval=month;value&metric=avg&metric_field=amount',
  'values_agg?field=tag;day;name&agg_size=2;3;4&interval=value;week;value&metric=max&metric_field=n',
  'values_agg?field=tag&metric=percentiles&metric_field=amount',
  'values_agg?field=tag&metric=stats&metric_field=amount',
  'values_agg?field=tag&metric=cardinality&metric_field=name',
  'values_agg?field=amount&interval=20&extra_metrics=n:avg,amount:sum',
  `values_agg?field=tag&size=2&sort=key;_i&${select}`,
  'values_agg?field=name&q=mill&agg_size=5',
  'metric_agg?metric=stats&field=amount',
  'metric_agg?metric=avg&field=amount&amount_gte=50',
  'metric_agg?metric=cardinality&field=name',
  'metric_agg?metric=percentiles&field=amount',
  'simple_metrics_agg?fields=amount,day,n',
  'values/name?sort=asc&size=20',
  'values/name?q=ti',
  'values-labels/tag',
  'geo_agg?agg_size=20&size=0&bbox=-5,40,10,52',
  'geo_agg?agg_size=20&size=0&metric=avg&metric_field=amount',
  'max/amount',
  'min/day',
]
