import type { Rule } from '../../collectors'
import type { View } from '../view'
import { dayName, timeOf } from './words'

const types = ['none', 'hours', 'daily', 'weekly', 'monthly', 'cron'] as const

/** The inputs of a schedule of one rule; a schedule of several is kept as it is. */
export function ScheduleFields({ view, rules }: { view: View; rules: readonly Rule[] }) {
  const { say, language } = view
  const [rule] = rules
  const current = rules.length > 1 ? 'keep' : (rule?.type ?? 'none')
  const time =
    rule && 'hour' in rule ? timeOf(rule) : rule?.type === 'hours' ? timeOf({ hour: 0, minute: rule.minute }) : '03:00'
  const day = rule?.type === 'weekly' ? Number(rule.dayOfWeek) : 1
  const dayOfMonth = rule?.type === 'monthly' && !rule.lastDayOfMonth ? rule.dayOfMonth : 1
  return (
    <fieldset class="fields">
      <legend>{say('schedule')}</legend>
      <label>
        {say('scheduleType')}
        <select name="schedule">
          {(rules.length > 1 ? (['keep', ...types] as const) : types).map((type) => (
            <option value={type} selected={type === current}>
              {say(`schedule:${type}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('scheduleTime')}
        <input type="time" name="time" value={time} />
      </label>
      <label>
        {say('scheduleDay')}
        <select name="day">
          {[1, 2, 3, 4, 5, 6, 0].map((one) => (
            <option value={one} selected={one === day}>
              {dayName(language, one)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('scheduleDayOfMonth')}
        <input type="number" name="dayOfMonth" min="1" max="28" value={dayOfMonth ?? 1} />
      </label>
      <label>
        {say('scheduleCron')}
        <input name="cron" placeholder="*/15 8-18 * * 1-5" value={rule?.type === 'cron' ? rule.cron : ''} />
      </label>
      <label>
        {say('timeZone')}
        <input name="timeZone" value={rule?.timeZone ?? 'Europe/Paris'} />
      </label>
    </fieldset>
  )
}

/** The rules of a form; undefined to keep those that there are. */
export function schedulingFrom(form: URLSearchParams): unknown[] | undefined {
  const type = form.get('schedule') ?? 'none'
  const timeZone = form.get('timeZone') || undefined
  const [hour = '0', minute = '0'] = (form.get('time') || '00:00').split(':')
  const at = { hour, minute, timeZone }
  switch (type) {
    case 'keep':
      return undefined
    case 'hours':
      return [{ type, minute, timeZone }]
    case 'daily':
      return [{ type, ...at }]
    case 'weekly':
      return [{ type, dayOfWeek: form.get('day'), ...at }]
    case 'monthly':
      return [{ type, dayOfMonth: form.get('dayOfMonth'), ...at }]
    case 'cron':
      return [{ type, cron: form.get('cron') ?? '', timeZone }]
    default:
      return []
  }
}
