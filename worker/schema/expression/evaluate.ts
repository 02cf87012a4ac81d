/**
 * Evaluates the tree of an expression. Pure, and bounded: steps, depth and text size are limited,
 * since an expression may define functions that never end.
 */
import { limits } from '../../limits'
import { type Applied, functionNamed, functions } from './functions'
import { namePath } from './names'
import { operators } from './operators'
import type { Node } from './parse'
import { ExpressionError } from './tokens'
import { type Callable, contains, isCallable, memberOf, type Value } from './values'

/** The values that an expression may name. */
export type Scope = { readonly get: (name: string) => Value; readonly has: (name: string) => boolean }

/**
 * The value of an expression.
 *
 * @param values of the columns that it may name: other names are undefined variables; null and undefined are absent values
 * @throws ExpressionError
 */
export function evaluate(tree: Node, values: Scope): Value {
  const evaluation = new Evaluation(values)
  try {
    return evaluation.of(tree, new Map())
  } catch (error) {
    // The stack may overflow before `maxNesting`: frame sizes depend on the engine and the caller.
    if (error instanceof RangeError)
      throw new ExpressionError({
        en: 'functions call each other too deeply',
        fr: "trop d'appels de fonctions imbriqués",
      })
    throw error
  }
}

class Evaluation {
  #steps = 0
  #nesting = 0

  constructor(private readonly values: Scope) {}

  of(node: Node, locals: Map<string, Value>): Value {
    const { maxSteps, maxNesting } = limits.expressions
    if (++this.#steps > maxSteps)
      throw new ExpressionError({ en: 'the evaluation takes too many steps', fr: "l'évaluation prend trop d'étapes" })
    if (++this.#nesting > maxNesting)
      throw new ExpressionError({
        en: 'functions call each other too deeply',
        fr: "trop d'appels de fonctions imbriqués",
      })
    const value = this.#valueOf(node, locals)
    // Not in a finally block: an error ends the whole evaluation.
    this.#nesting--
    return value
  }

  #valueOf(node: Node, locals: Map<string, Value>): Value {
    switch (node.type) {
      case 'value':
        return node.value
      case 'name':
        return this.#named(node.name, locals)
      case 'member':
        return this.#member(node, locals)
      case 'index':
        return at(this.of(node.of, locals), this.of(node.index, locals))
      case 'list':
        return node.items.map((item) => this.of(item, locals))
      case 'unary':
        return operators.unary(node.operator, this.of(node.operand, locals))
      case 'binary':
        return this.#binary(node, locals)
      case 'choice':
        return this.of(this.of(node.test, locals) ? node.yes : node.no, locals)
      case 'call':
        return this.#call(node, locals)
      case 'assign': {
        const value = this.of(node.value, locals)
        locals.set(node.name, value)
        return value
      }
      case 'define': {
        const defined = this.#defined(node.parameters, node.body, locals)
        locals.set(node.name, defined)
        return defined
      }
      case 'sequence': {
        let last: Value
        for (const item of node.items) last = this.of(item, locals)
        return last
      }
    }
  }

  #named(name: string, locals: ReadonlyMap<string, Value>): Value {
    if (locals.has(name)) return locals.get(name)
    if (this.values.has(name)) return this.values.get(name) ?? null
    const libraryFunction = this.#library(functions.get(name))
    if (libraryFunction) return libraryFunction
    throw new ExpressionError({
      en: `undefined variable: ${name}`,
      fr: `${name} n'existe pas (undefined variable: ${name})`,
    })
  }

  /** A column may be called `_coords.lat`: the full path takes precedence. */
  #member(node: Node & { type: 'member' }, locals: Map<string, Value>): Value {
    const path = namePath(node)
    if (path !== undefined && this.values.has(path)) return this.values.get(path) ?? null
    return memberOf(this.of(node.of, locals), node.name)
  }

  #binary({ operator, left, right }: Node & { type: 'binary' }, locals: Map<string, Value>): Value {
    const first = this.of(left, locals)
    // Short-circuit evaluation.
    if (operator === 'and') return first ? Boolean(this.of(right, locals)) : false
    if (operator === 'or') return first ? true : Boolean(this.of(right, locals))
    const second = this.of(right, locals)
    return operator === 'in' ? contains(second, first) : bounded(operators.binary(operator, first, second))
  }

  #call({ callee, args }: Node & { type: 'call' }, locals: Map<string, Value>): Value {
    if (callee.type === 'name' && /^if$/i.test(callee.name) && !this.#isOwn(callee.name, locals)) {
      const [test, yes, no] = args
      const chosen = test && this.of(test, locals) ? yes : no
      return chosen ? this.of(chosen, locals) : null
    }
    const called = this.#callee(callee, locals)
    if (!isCallable(called))
      throw new ExpressionError({
        en: `${namePath(callee) ?? 'this'} is not a function`,
        fr: `${namePath(callee) ?? 'ceci'} n'est pas une fonction`,
      })
    return called.call(args.map((arg) => this.of(arg, locals)))
  }

  #defined(parameters: readonly string[], body: Node, outer: ReadonlyMap<string, Value>): Callable {
    return {
      call: (args) => {
        const locals = new Map(outer)
        for (const [i, name] of parameters.entries()) locals.set(name, args[i])
        return this.of(body, locals)
      },
    }
  }

  /** Whether a name is a variable or a function of the expression, or a column. */
  #isOwn(name: string, locals: ReadonlyMap<string, Value>): boolean {
    return locals.has(name) || (name !== 'if' && this.values.has(name))
  }

  #callee(callee: Node, locals: Map<string, Value>): Value {
    const isOwn = callee.type !== 'name' || this.#isOwn(callee.name, locals)
    return (isOwn ? undefined : this.#library(functionNamed(callee.name))) ?? this.of(callee, locals)
  }

  #library(apply: Applied | undefined): Callable | undefined {
    return apply && { call: (args) => bounded(apply(args, () => this.#steps++)) }
  }
}

function at(value: Value, index: Value): Value {
  if (Array.isArray(value)) return value[Number(index)] ?? null
  if (typeof value === 'string') return value[Number(index)] ?? null
  return memberOf(value, String(index))
}

function bounded(value: Value): Value {
  const size = typeof value === 'string' || Array.isArray(value) ? value.length : 0
  if (size > limits.expressions.maxTextChars)
    throw new ExpressionError({ en: 'the result is too long', fr: 'le résultat est trop long' })
  return value
}
