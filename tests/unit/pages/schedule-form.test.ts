import { expect, test } from 'vitest'
import { schedulingFrom } from '../../../worker/pages/collectors/schedule-form'

test('each rule of a form has the fields of its type', () => {
  const fields = ['time', 'day', 'dayOfMonth', 'hourStep', 'minute', 'cron', 'timeZone']
  const form = new URLSearchParams()
  for (const schedule of ['hours', 'daily', 'none']) {
    form.append('schedule', schedule)
    for (const field of fields) form.append(field, { time: '05:10', hourStep: '6', minute: '20' }[field] ?? '')
  }
  expect(schedulingFrom(form)).toEqual([
    { type: 'hours', hourStep: '6', minute: '20' },
    { type: 'daily', hour: '05', minute: '10' },
  ])
})
