/** Whether all readers granted by some permissions may also read another resource. */
import { describe, expect, test } from 'vitest'
import type { Owner } from '../../../worker/identity/owner'
import { isNoBroaderThan, readersCan } from '../../../worker/permissions/coverage'
import type { Permission } from '../../../worker/permissions/permissions'

const town: Owner = { type: 'organization', id: 'town', name: 'Town' }
const roads: Owner = { ...town, department: 'roads', departmentName: 'Roads' }
const someone: Owner = { type: 'user', id: 'someone', name: 'Someone' }
const ann: Owner = { type: 'user', id: 'ann', name: 'Ann' }

const read = { classes: ['read'] } satisfies Permission
const member = (more: Permission = {}): Permission => ({ ...read, type: 'organization', id: 'town', ...more })
const user = (more: Permission): Permission => ({ ...read, type: 'user', ...more })
const anyone: Permission = read
const signedIn = user({ id: '*' })

const audiences: Record<string, Permission> = {
  anyone,
  'anyone with an account': signedIn,
  'user ann': user({ id: 'ann' }),
  'the address of ann': user({ email: 'ann@example.org' }),
  members: member(),
  'members of all departments': member({ department: '*' }),
  'members of no department': member({ department: '-' }),
  'members of roads': member({ department: 'roads' }),
  contributors: member({ roles: ['contrib'] }),
  'contributors and users': member({ roles: ['contrib', 'user'] }),
  administrators: member({ roles: ['admin'] }),
  'members of another organization': member({ id: 'village' }),
}

const ofTown = Object.keys(audiences).filter((name) => audiences[name]?.id === 'town')

/** Each entry, and the audiences that it contains beside its own. */
const contained: Record<string, string[]> = {
  anyone: Object.keys(audiences),
  'anyone with an account': Object.keys(audiences).filter((name) => name !== 'anyone'),
  members: ofTown,
  'members of all departments': ofTown,
  'members of roads': ['members of no department'],
  contributors: ['administrators'],
  'contributors and users': ['contributors', 'administrators'],
}

describe.each(Object.entries(audiences))('a resource readable by %s', (name, entry) => {
  test.each(Object.entries(audiences))('is or is not read by %s', (other, audience) => {
    const resource = { id: 'child', owner: someone, permissions: [entry] }
    const expected = other === name || (contained[name] ?? []).includes(other)
    expect(readersCan('readLines', [audience], resource)).toBe(expected)
    expect(isNoBroaderThan([audience], resource)).toBe(expected)
  })
})

test('administrators of the owner need no entry', () => {
  const administrators = member({ roles: ['admin'], department: '-' })
  const ofRoads = member({ roles: ['admin'], department: 'roads' })
  const can = (audience: Permission, owner: Owner) =>
    readersCan('readLines', [audience], { id: 'child', owner, permissions: [] })
  expect([can(administrators, town), can(administrators, roads), can(ofRoads, roads)]).toEqual([true, true, true])
  expect(can(ofRoads, town)).toBe(false)
  // Those of departments are no administrators of what the organization itself owns.
  expect(can(member({ roles: ['admin'] }), town)).toBe(false)
  expect(can(member({ roles: ['contrib'], department: '-' }), town)).toBe(false)
  expect([can(user({ id: 'ann' }), ann), can(user({ id: 'ann', email: 'bob@example.org' }), ann)]).toEqual([
    true,
    false,
  ])
})

test('operations count one by one', () => {
  const child = (entry: Permission) => ({ id: 'child', owner: ann, permissions: [entry] })
  const linesOnly: Permission = { operations: ['readLines'] }
  expect(readersCan('readLines', [anyone], child(linesOnly))).toBe(true)
  expect(readersCan('downloadAttachment', [anyone], child(linesOnly))).toBe(false)
  expect(readersCan('downloadAttachment', [linesOnly], child(linesOnly))).toBe(true)
  expect(isNoBroaderThan([anyone], child(linesOnly))).toBe(false)
  expect(isNoBroaderThan([linesOnly], child(anyone))).toBe(true)
  // A description lists values of the fields.
  expect(readersCan('readLines', [{ operations: ['readDescription'] }], child({ classes: ['write'] }))).toBe(false)
  expect(readersCan('readLines', [{ classes: ['write', 'admin'] }], child({ classes: ['write'] }))).toBe(true)
})

test('several roles may come from several entries', () => {
  const permissions = [member({ roles: ['contrib'] }), member({ roles: ['user'] })]
  const both = member({ roles: ['contrib', 'user'] })
  expect(readersCan('readLines', [both], { id: 'child', owner: ann, permissions })).toBe(true)
  expect(readersCan('readLines', [member()], { id: 'child', owner: ann, permissions })).toBe(false)
})
