import '../shared/theme.css'
import './cards.css'
import { textsIn } from '../shared/frame'
import { objectOf } from '../shared/json'
import { start } from '../shared/start'
import { cardsOf } from './config'
import { cardMessages } from './messages'
import { CardsView } from './view'

void start(({ application, dataset, formats, say }) => {
  const configuration = application.configuration ?? {}
  const config = cardsOf(configuration, dataset)
  if (!config) return { missing: [say.columns] }
  const texts = textsIn(objectOf(configuration.display))
  return { draw: () => <CardsView config={config} texts={texts} say={cardMessages[formats.language]} /> }
})
