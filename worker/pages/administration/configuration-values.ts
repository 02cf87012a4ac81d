/** The variables of the instance, as they are shown: never a secret, and of addresses with a token only the host. Pure. */
import { type Config, mailLog } from '../../config'
import type { MessageKey } from '../messages'
import type { View } from '../view'

type NameIn<Key> = Key extends `variable:${infer Name}` ? Name : never
type VariableName = NameIn<MessageKey>

type Variable = {
  name: VariableName
  /** Undefined: not set. */
  value: string | undefined
  /** What to do about a variable that is not set. */
  advice?: MessageKey
}
export type VariableGroup = { title: MessageKey; variables: Variable[] }

export function variableGroups({ say, number, bytes, ctx }: View): VariableGroup[] {
  const { config } = ctx
  const secret = (value: string | undefined) => (value ? say('isSet') : undefined)
  const list = (values: readonly string[]) => (values.length > 0 ? values.join(', ') : undefined)
  const limit = (value: number, write: (value: number) => string) => (value < 0 ? say('noLimit') : write(value))
  const rate = (value: number) => (value === 0 ? say('noLimit') : number(value))
  return [
    {
      title: 'variables:address',
      variables: [
        { name: 'PUBLIC_URL', value: config.PUBLIC_URL || undefined, advice: 'advice:PUBLIC_URL' },
        { name: 'AUTH_SECRET', value: secret(config.AUTH_SECRET), advice: 'advice:AUTH_SECRET' },
        { name: 'SIGNUP', value: say(`signUpMode:${config.SIGNUP}`) },
        { name: 'OIDC_ISSUER', value: config.OIDC_ISSUER },
        { name: 'DIRECTORY_URL', value: config.DIRECTORY_URL },
      ],
    },
    {
      title: 'variables:mail',
      variables: [
        { name: 'MAIL_URL', value: mailText(config, say, ctx.mail.canSend), advice: 'advice:MAIL_URL' },
        { name: 'MAIL_FROM', value: config.MAIL_FROM },
        { name: 'ALERT_URL', value: hostOf(config.ALERT_URL), ...(config.ALERT_EMAIL ? {} : alertAdvice) },
        { name: 'ALERT_EMAIL', value: config.ALERT_EMAIL },
      ],
    },
    {
      title: 'variables:accounts',
      variables: [
        { name: 'QUOTA_STORE_BYTES', value: limit(config.QUOTA_STORE_BYTES, bytes) },
        { name: 'QUOTA_INDEXED_BYTES', value: limit(config.QUOTA_INDEXED_BYTES, bytes) },
        { name: 'QUOTA_DATASETS', value: limit(config.QUOTA_DATASETS, number) },
        { name: 'QUOTA_COLLECTOR_MINUTES', value: limit(config.QUOTA_COLLECTOR_MINUTES, number) },
      ],
    },
    {
      title: 'variables:data',
      variables: [
        { name: 'RATE_ANONYMOUS', value: rate(config.RATE_ANONYMOUS) },
        { name: 'RATE_USER', value: rate(config.RATE_USER) },
        { name: 'MAX_FILE_BYTES', value: bytes(config.MAX_FILE_BYTES) },
        { name: 'LINES_DATABASE_BYTES', value: bytes(config.LINES_DATABASE_BYTES) },
        { name: 'LINES_REPLICATION', value: say(config.LINES_REPLICATION ? 'settingYes' : 'settingNo') },
      ],
    },
    {
      title: 'variables:links',
      variables: [
        { name: 'BASEMAP', value: basemapText(config) ?? say('basemapNone') },
        { name: 'BASE_APPLICATIONS', value: list(config.BASE_APPLICATIONS) },
        { name: 'REMOTE_SERVICES', value: list(config.REMOTE_SERVICES.map(({ title }) => title)) },
        { name: 'OUTGOING_ALLOW', value: list(config.OUTGOING_ALLOW) },
        { name: 'SERVICE_KEY', value: secret(config.SERVICE_KEY) },
        { name: 'BRAND_HTML', value: secret(config.BRAND_HTML) },
      ],
    },
  ]
}

const alertAdvice = { advice: 'advice:ALERT' } as const

/** The path and the query of an address may be a secret. */
const hostOf = (url: string | undefined): string | undefined => url && new URL(url).host

function mailText(config: Config, say: View['say'], canSend: boolean): string | undefined {
  if (config.MAIL_URL === mailLog) return say('mailToLog')
  if (!canSend) return undefined
  return hostOf(config.MAIL_URL) ?? say('mailBinding')
}

function basemapText({ BASEMAP }: Config): string | undefined {
  if ('archive' in BASEMAP) return BASEMAP.archive
  const hosts = [...new Set(BASEMAP.styles.map((style) => new URL(style).host))]
  return hosts.length > 0 ? hosts.join(', ') : undefined
}
