import '../shared/theme.css'
import './charts.css'
import { textsIn } from '../shared/frame'
import { objectOf } from '../shared/json'
import { start } from '../shared/start'
import { chartOf, filtersIn } from './config'
import { chartMessages } from './messages'
import { ChartView } from './view'

void start(({ application, dataset, formats }) => {
  const say = chartMessages[formats.language]
  const configuration = application.configuration ?? {}
  const read = chartOf(configuration, dataset)
  if ('missing' in read) return { missing: read.missing.map((name) => say[name]) }
  const texts = textsIn(objectOf(configuration.display))
  const filters = filtersIn(configuration)
  return { draw: () => <ChartView chart={read.chart} filters={filters} texts={texts} say={say} /> }
})
