import '../shared/theme.css'
import './map.css'
import { textsIn } from '../shared/frame'
import { objectOf } from '../shared/json'
import { start } from '../shared/start'
import { mapOf } from './config'
import { mapMessages } from './messages'
import { MapView } from './view'

void start(({ application, dataset, formats }) => {
  const say = mapMessages[formats.language]
  const configuration = application.configuration ?? {}
  const read = mapOf(configuration, dataset)
  if ('missing' in read) return { missing: read.missing.map((name) => say[name]) }
  const texts = textsIn(objectOf(configuration.display))
  return { draw: () => <MapView config={read.map} texts={texts} say={say} /> }
})
