import { Icon } from '../components/icon'
import type { View } from '../view'

/** @param dataset id of the dataset that the new application will show */
export function CreateLink({ view, dataset }: { view: View; dataset?: string }) {
  const query = dataset ? `?${new URLSearchParams({ dataset })}` : ''
  return (
    <a class="button" href={`${view.baseUrl}/new-application${query}`}>
      <Icon name="plus" />
      {view.say('createApplication')}
    </a>
  )
}
