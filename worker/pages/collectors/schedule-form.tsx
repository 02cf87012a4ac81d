import type { Rule } from '../../collectors'
import { OwnZoneButton, ZoneOptions } from '../components/time-zone-select'
import type { View } from '../view'
import { dayName, timeOf } from './schedule-texts'

const types = ['none', 'hours', 'daily', 'weekly', 'monthly', 'cron'] as const
const lastDay = 'last'

/** The inputs of a schedule: its rules, and one more. A rule without a type is left out. */
export function ScheduleFields({ view, rules }: { view: View; rules: readonly Rule[] }) {
  const { say } = view
  const [first, ...others] = rules
  return (
    <fieldset>
      <legend>{say('schedule')}</legend>
      <RuleFields view={view} rule={first} />
      {others.map((rule) => (
        <RuleFields view={view} rule={rule} />
      ))}
      {first && (
        <details class="another-rule">
          <summary>{say('addRule')}</summary>
          <RuleFields view={view} rule={undefined} />
        </details>
      )}
    </fieldset>
  )
}

/** The inputs of one rule. All are sent, so that those of the same name are in the order of the rules; styles show those of its type. */
function RuleFields({ view, rule }: { view: View; rule: Rule | undefined }) {
  const { say, language } = view
  const current = rule?.type ?? 'none'
  const time = rule && rule.type !== 'hours' && rule.type !== 'cron' ? timeOf(rule) : '03:00'
  const day = rule?.type === 'weekly' ? Number(rule.dayOfWeek) : 1
  const dayOfMonth = rule?.type === 'monthly' ? (rule.lastDayOfMonth ? lastDay : (rule.dayOfMonth ?? 1)) : 1
  const { hourStep, minute } = rule?.type === 'hours' ? rule : { hourStep: 1, minute: 0 }
  return (
    <div class="fields rule">
      <label>
        {say('scheduleType')}
        <select name="schedule">
          {types.map((type) => (
            <option value={type} selected={type === current}>
              {say(`schedule:${type}`)}
            </option>
          ))}
        </select>
      </label>
      <label data-for="hours">
        {say('scheduleStep')}
        <input type="number" name="hourStep" min="1" max="12" value={hourStep} />
      </label>
      <label data-for="hours">
        {say('scheduleMinute')}
        <input type="number" name="minute" min="0" max="59" value={minute} />
      </label>
      <label data-for="weekly">
        {say('scheduleDay')}
        <select name="day">
          {[1, 2, 3, 4, 5, 6, 0].map((one) => (
            <option value={one} selected={one === day}>
              {dayName(language, one)}
            </option>
          ))}
        </select>
      </label>
      <label data-for="monthly">
        {say('scheduleDayOfMonth')}
        <select name="dayOfMonth">
          {Array.from({ length: 28 }, (_, at) => at + 1).map((one) => (
            <option value={one} selected={one === dayOfMonth}>
              {one}
            </option>
          ))}
          <option value={lastDay} selected={dayOfMonth === lastDay}>
            {say('scheduleLastDay')}
          </option>
        </select>
      </label>
      <label data-for="daily weekly monthly">
        {say('scheduleTime')}
        <input type="time" name="time" value={time} />
      </label>
      <label data-for="cron">
        {say('scheduleCron')}
        <input name="cron" placeholder="*/15 8-18 * * 1-5" value={rule?.type === 'cron' ? rule.cron : ''} />
      </label>
      <label data-for="hours daily weekly monthly cron">
        {say('timeZone')}
        <select name="timeZone">
          <ZoneOptions chosen={rule?.timeZone ?? view.ctx.config.TIME_ZONE} />
        </select>
        <OwnZoneButton view={view} />
      </label>
    </div>
  )
}

/** The rules of a form. */
export function schedulingFrom(form: URLSearchParams): unknown[] {
  const names = ['time', 'day', 'dayOfMonth', 'hourStep', 'minute', 'cron', 'timeZone'] as const
  const lists = names.map((name) => [name, form.getAll(name)] as const)
  return form.getAll('schedule').flatMap((type, at) => {
    const values = Object.fromEntries(lists.map(([name, list]) => [name, list[at] || undefined]))
    return ruleFrom(type, values) ?? []
  })
}

function ruleFrom(type: string, values: Record<string, string | undefined>): unknown {
  const { time = '00:00', day, dayOfMonth, hourStep, minute = '0', cron = '', timeZone } = values
  const [hour = '0', minuteOfTime = '0'] = time.split(':')
  const at = { hour, minute: minuteOfTime, timeZone }
  switch (type) {
    case 'hours':
      return { type, hourStep, minute, timeZone }
    case 'daily':
      return { type, ...at }
    case 'weekly':
      return { type, dayOfWeek: day, ...at }
    case 'monthly':
      return { type, ...(dayOfMonth === lastDay ? { lastDayOfMonth: true } : { dayOfMonth }), ...at }
    case 'cron':
      return { type, cron, timeZone }
    default:
      return undefined
  }
}
