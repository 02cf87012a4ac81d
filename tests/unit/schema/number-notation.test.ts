/** Numbers written with a unit: the notation that values have, and what its expression reads. */
import { describe, expect, test } from 'vitest'
import { compile, resultFor } from '../../../worker/schema/expression'
import {
  isNumberExpression,
  nearUnit,
  numberExpression,
  numberNotation,
} from '../../../worker/schema/proposals/number-notation'

describe('are read', () => {
  test.each<[string[], string | undefined, number[]]>([
    [['212,92 €', '1 117,14 €', '8 €'], '€', [212.92, 1117.14, 8]],
    [['212,92€', '1\u202f117,14\u00a0€'], '€', [212.92, 1117.14]],
    [['$1,150.25', '$12'], '$', [1150.25, 12]],
    [['€ 1.150,25', '€ 3'], '€', [1150.25, 3]],
    [['50,5 %', '-3 %', '+7,25 %'], '%', [50.5, -3, 7.25]],
    [['12 km', '300 km', '0.5 km'], 'km', [12, 300, 0.5]],
    [['12 m²', '1 300 m²'], 'm²', [12, 1300]],
    [['21 °C', '-4 °C'], '°C', [21, -4]],
    [['1,150.5 €', '1,150 €'], '€', [1150.5, 1150]],
    [['(1,250.00)', '3,400.10', '£12,000', '850', '1,099.99'], '£', [-1250, 3400.1, 12000, 850, 1099.99]],
    [['(£1,250.00)', '-£3.5', '£12,000'], '£', [-1250, -3.5, 12000]],
    [['£12,000', '£850'], '£', [12000, 850]],
    [['(1 250,00)', '3 400,1'], undefined, [-1250, 3400.1]],
    [['1,250.00', '850'], undefined, [1250, 850]],
    [['1,250,000', '12,000', '850'], undefined, [1250000, 12000, 850]],
  ])('%j', (values, unit, numbers) => {
    const notation = numberNotation(values)
    expect(notation?.unit).toBe(unit)
    const expression = notation ? numberExpression(notation) : ''
    expect(isNumberExpression(expression)).toBe(true)
    const evaluate = compile(expression)
    const read = values.map((value) => resultFor({ type: 'number' }, evaluate(new Map([['value', value]]))))
    expect(read).toEqual(numbers)
  })
})

test.each([
  ['no value', []],
  ['plain numbers', ['12', '13,5']],
  ['units of two kinds', ['12 km', '300 m']],
  ['a value without a unit', ['12 km', '300']],
  ['a value without a unit before', ['300', '12 km']],
  ['currencies of two kinds', ['£12', '850', '12 €']],
  ['numbers that are all in brackets', ['(1)', '(2)']],
  ['signs in brackets', ['(-1.5)', '2.5']],
  ['a value that is a word', ['12 €', 'free']],
  ['codes', ['12A', '13A']],
  ['leading zeros', ['01 %', '02 %']],
  ['a mark that may be decimal or group digits', ['1,150 €', '2,300 €']],
  ['another mark that may be both', ['1.150 €', '2.300 €']],
  ['both marks as decimal ones', ['1,5 €', '1.25 €']],
  ['two units', ['$12 €', '$13 €']],
  ['addresses', ['12 rue de la Mer', '3 rue de la Mer']],
  ['dates', ['12/03/2024', '13/03/2024']],
  ['durations', ['1h30', '2h15']],
])('%s have no notation', (_, values) => {
  expect(numberNotation(values)).toBeUndefined()
})

test.each(['value', 'UPPER(value)', 'REPLACE(value, "a", "b")', 'REPLACE(value, "€", "") * 2'])(
  '%s is not such an expression',
  (expression) => {
    expect(isNumberExpression(expression)).toBe(false)
  },
)

test.each<[string, string[], ReturnType<typeof nearUnit>]>([
  ['a few other values', ['1 %', '2,5 %', '3 %', 'n.c.', '4 %', '5 %', 'n.c.', '6 %'], { unit: '%', others: ['n.c.'] }],
  ['another unit', ['1 €', '2 €', '3 €', '4 $'], { unit: '€', others: ['4 $'] }],
  ['many other values', ['1 %', '2 %', 'n.c.', '-'], undefined],
  ['no other value', ['1 %', '2 %'], undefined],
  ['no unit', ['1', '2', '3', 'n.c.'], undefined],
  ['some without their currency', ['£1,000', '£2', '3', '(4)', 'n.c.'], { unit: '£', others: ['n.c.'] }],
])('the unit of most values, with %s', (_, values, expected) => {
  expect(nearUnit(values)).toEqual(expected)
})
