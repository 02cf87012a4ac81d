import { describe, expect, test } from 'vitest'
import {
  audienceOf,
  audiences,
  grantsOf,
  levels,
  levelsOf,
  permissionsAfter,
  permissionsTo,
} from '../../../worker/pages/share/grants'
import { defaultPermissions, type Permission } from '../../../worker/permissions'

const owner = { type: 'organization', id: 'town', name: 'Town' } as const
const open = { classes: ['list', 'read'] } satisfies Permission
const ann = { type: 'user', email: 'ann@example.org', name: 'ann@example.org' } as const
const changed = (permissions: Permission[], form: Record<string, string>) =>
  permissionsAfter(permissions, new URLSearchParams(form), owner)

describe('permissions in words', () => {
  test('the entries of the same group are one line, with its level and additional operations', () => {
    expect(grantsOf([open, ...defaultPermissions(owner)])).toMatchObject([
      { who: { id: 'town', roles: ['contrib'] }, level: 'write', others: ['delete'] },
    ])
  })
  test.each([
    [[...levels.read.classes], 'read', []],
    [[...levels.write.classes], 'write', []],
    [[...levels.admin.classes], 'admin', []],
    [['list'], 'list', []],
    [['read'], 'custom', ['read']],
    [['list', 'read', 'manageOwnLines'], 'read', ['manageOwnLines']],
  ] as const)('%j is %s', (classes, level, others) => {
    expect(grantsOf([{ ...ann, classes: [...classes] }])).toMatchObject([{ level, others }])
  })
})

describe('permissions after a form', () => {
  test.each([
    [
      { who: 'email', name: ' Ann@Example.org ', level: 'read' },
      { type: 'user', email: 'ann@example.org', name: 'Ann@Example.org' },
    ],
    [
      { who: 'organization', name: 'village', level: 'read' },
      { type: 'organization', id: 'village', name: 'village' },
    ],
    [{ who: 'members', level: 'read' }, owner],
    [
      { who: 'contributors', level: 'read' },
      { ...owner, roles: ['contrib'] },
    ],
    [
      { who: 'department:roads', 'name:roads': 'Roads', level: 'read' },
      { ...owner, department: 'roads', departmentName: 'Roads' },
    ],
    [
      { who: 'signed-in', level: 'read' },
      { type: 'user', id: '*' },
    ],
  ])('%j gives access', (form, who) => {
    expect(changed([open], { part: 'access-add', ...form })).toEqual([open, { ...who, classes: ['list', 'read'] }])
  })
  test('a level replaces the earlier one of the same person', () => {
    const before: Permission[] = [
      { ...ann, classes: ['list', 'read'] },
      { ...ann, classes: ['write'] },
    ]
    const form = { part: 'access-add', who: 'email', name: ann.email, level: 'write' }
    expect(changed(before, form)).toEqual([{ ...ann, classes: [...levels.write.classes] }])
  })
  test('removing one person keeps everyone else', () => {
    const before: Permission[] = [open, { ...ann, classes: ['read'] }, { ...owner, classes: ['read'] }]
    const [grant] = grantsOf(before)
    expect(changed(before, { part: 'access-remove', key: grant?.key ?? '' })).toEqual([
      open,
      { ...owner, classes: ['read'] },
    ])
  })
  test('rows are edited without the rest', () => {
    const form = { part: 'access-add', who: 'email', name: ann.email, level: 'rows' }
    const [added] = changed([], form) ?? []
    expect(added).toEqual({
      ...ann,
      classes: [...levels.rows.classes],
      operations: [...levels.rows.operations],
    })
    expect(grantsOf([added ?? {}])).toMatchObject([{ level: 'rows', others: [] }])
    expect([levelsOf({ isEditable: true }).includes('rows'), levelsOf({ isEditable: false }).includes('rows')]).toEqual(
      [true, false],
    )
  })
  test('a changed level replaces all entries of the person, in place', () => {
    const before: Permission[] = [{ ...ann, classes: ['list', 'read'] }, open, { ...ann, operations: ['delete'] }]
    const [grant] = grantsOf(before)
    const key = grant?.key ?? ''
    expect(changed(before, { part: 'access-change', key, level: 'list' })).toEqual([
      { ...ann, classes: ['list'] },
      open,
    ])
    expect(changed(before, { part: 'access-change', key: 'nobody', level: 'list' })).toEqual(before)
  })
  test('opening and closing to the public keeps named permissions', () => {
    const named = { ...ann, classes: ['read'] } satisfies Permission
    expect(changed([named], { part: 'access', access: 'public' })).toEqual([named, open])
    expect(changed([named, open], { part: 'access', access: 'protected' })).toEqual([named])
    expect(changed([named, open], { part: 'schema' })).toBeUndefined()
  })
})

describe('the audience of a new dataset', () => {
  const inDepartment = { ...owner, department: 'roads', departmentName: 'Roads' }

  test.each(audiences)('%s is set from every other, and read from the permissions', (audience) => {
    for (const place of [owner, inDepartment]) {
      for (const before of audiences) {
        const changed = permissionsTo(permissionsTo(defaultPermissions(place), before, place), audience, place)
        expect(audienceOf(changed, place)).toBe(audience)
        expect(changed).toEqual(expect.arrayContaining(defaultPermissions(place)))
        expect(changed).toHaveLength(audience === 'protected' ? 2 : 3)
      }
    }
  })

  test('members who may edit go on editing, unless access is for the people named only', () => {
    const members = { ...owner, classes: [...levels.write.classes] }
    expect(permissionsTo([members], 'members', owner)).toEqual([members])
    expect(permissionsTo([members], 'public', owner)).toEqual([members, open])
    expect(permissionsTo([members], 'protected', owner)).toEqual([])
  })

  test('members are those of the organization, or of the department', () => {
    const classes = ['list', 'read']
    expect(permissionsTo([], 'members', owner)).toEqual([{ type: 'organization', id: 'town', name: 'Town', classes }])
    expect(permissionsTo([], 'members', inDepartment)).toMatchObject([{ department: 'roads', departmentName: 'Roads' }])
  })
})
