import { Confirmed } from '../components/confirmation'
import type { View } from '../view'
import { deviceName } from './device-name'

export type SessionRow = {
  id: string
  createdAt: string
  lastUsedAt: string
  userAgent?: string
  ipAddress?: string
  isCurrent: boolean
}

/** The sessions of a user, each with the way to end it. */
export function Sessions({ view, sessions }: { view: View; sessions: SessionRow[] }) {
  const { say, baseUrl } = view
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <section class="card" id="sessions">
      <h2>{say('sessions')}</h2>
      <p class="quiet">{say('sessionsHelp')}</p>
      <ul class="rows">
        {sessions.map(({ id, createdAt, lastUsedAt, userAgent, ipAddress, isCurrent }) => {
          const name = deviceName(userAgent) || say('unknownDevice')
          const [signedIn, used] = [view.date(createdAt), view.date(lastUsedAt)]
          return (
            <li>
              <div>
                <strong>
                  {name} {isCurrent && <span class="chip">{say('thisSession')}</span>}
                </strong>
                <span class="quiet">
                  {[
                    ipAddress,
                    say('signedInOn', { date: signedIn }),
                    // The use of a session is stored once a day: it may have been used since.
                    isCurrent ? say('usedNow') : used !== signedIn && say('usedOn', { date: used }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
              {!isCurrent && (
                <Confirmed
                  view={view}
                  label={say('endSession')}
                  object={name}
                  warning={say('endSessionWarning')}
                  action={`${baseUrl}/settings/profile/sessions/${encodeURIComponent(id)}/end`}
                />
              )}
            </li>
          )
        })}
      </ul>
      {others.length > 1 && (
        <Confirmed
          view={view}
          label={say('endOtherSessions')}
          object={say('sessions')}
          warning={say('endOtherSessionsWarning')}
          action={`${baseUrl}/settings/profile/sessions/end-others`}
        />
      )}
    </section>
  )
}
