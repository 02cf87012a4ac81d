import type { Box, Relation } from '../request'
import type { Bindings } from '../sql-text'
import { edgesSql } from './bbox-intersects'

/**
 * The relation in SQL, exact, as that of a bounding box. A position is in an area when a ray from it crosses the outline an odd number of times.
 *
 * @param edges JSON of the edges of the geometry
 * @param shape SQL of cleaned GeoJSON; absent: the position of the line is tested instead
 */
export function relateSql(
  { relation, edges, box, shape }: { relation: Relation; edges: string; box: Box; shape?: string },
  bindings: Bindings,
): string {
  const [left, bottom] = [bindings.bind(box.left), bindings.bind(box.bottom)]
  const [right, top] = [bindings.bind(box.right), bindings.bind(box.top)]
  const named = [0, 1, 2, 3, 4].map((at) => `value->>${at} AS q${at}`).join(',')
  const sides = `(SELECT ${named} FROM json_each(${bindings.bind(edges)}))`
  if (shape === undefined) {
    const near = `t._lon>=${left} AND t._lon<=${right} AND t._lat>=${bottom} AND t._lat<=${top}`
    return `${near} AND (${onEdgeSql('t._lon', 't._lat', sides)} OR ${inAreaSql('t._lon', 't._lat', sides)})`
  }
  const near = `t._west<=${right} AND t._east>=${left} AND t._south<=${top} AND t._north>=${bottom}`
  const relationSql = relation === 'intersects' ? intersectsSql : withinSql
  const every = relation === 'within'
  const part = `(${relationSql('g.value', sides)})`
  const parts = `json_each(${shape},'$.geometries') AS g WHERE ${every ? `NOT ${part}` : part}`
  const collection = `${every ? 'NOT ' : ''}EXISTS (SELECT 1 FROM ${parts})`
  return `${near} AND CASE substr(${shape},10,1) WHEN 'G' THEN ${collection} ELSE ${relationSql(shape, sides)} END`
}

/** The outlines touch, or one has a vertex of the other inside. */
function intersectsSql(shape: string, sides: string): string {
  const touch = `${boxesMeet} AND (${turn('x', 'y')})*(${turn('px', 'py')})<=0 AND (${back('q0', 'q1')})*(${back('q2', 'q3')})<=0`
  return (
    `(WITH e AS MATERIALIZED (${edgesSql(shape)}),q AS MATERIALIZED (SELECT * FROM ${sides}) SELECT ` +
    `EXISTS (SELECT 1 FROM e,q WHERE ${touch}) OR EXISTS (SELECT 1 FROM e WHERE ${inAreaSql('e.x', 'e.y', 'q')}) ` +
    `OR ${holdsVertexSql(shape)})`
  )
}

/** No vertex is outside, no edges cross, and no vertex of the outline is inside the shape, which would be a hole. */
function withinSql(shape: string, sides: string): string {
  const cross = `${boxesMeet} AND (${turn('x', 'y')})*(${turn('px', 'py')})<0 AND (${back('q0', 'q1')})*(${back('q2', 'q3')})<0`
  const inside = `${inAreaSql('e.x', 'e.y', 'q')} OR ${onEdgeSql('e.x', 'e.y', 'q')}`
  return (
    `(WITH e AS MATERIALIZED (${edgesSql(shape)}),q AS MATERIALIZED (SELECT * FROM ${sides}) SELECT ` +
    `NOT EXISTS (SELECT 1 FROM e,q WHERE ${cross}) AND NOT EXISTS (SELECT 1 FROM e WHERE NOT (${inside})) ` +
    `AND NOT ${holdsVertexSql(shape, ' AND NOT EXISTS (SELECT 1 FROM e WHERE e.x=o.q0 AND e.y=o.q1)')})`
  )
}

const boxesMeet = 'max(x,px)>=min(q0,q2) AND min(x,px)<=max(q0,q2) AND max(y,py)>=min(q1,q3) AND min(y,py)<=max(q1,q3)'

/** On which side of an edge of the geometry a position is, and of an edge of the shape. */
const turn = (x: string, y: string): string => `(q2-q0)*(${y}-q1)-(q3-q1)*(${x}-q0)`
const back = (x: string, y: string): string => `(px-x)*(${y}-y)-(py-y)*(${x}-x)`

function inAreaSql(x: string, y: string, sides: string): string {
  const crossing = `(q1>${y})<>(q3>${y}) AND ${x}<1.0*(q2-q0)*(${y}-q1)/(q3-q1)+q0`
  return `(SELECT CAST(total(${crossing}) AS INTEGER)%2=1 FROM ${sides} WHERE q4)`
}

function onEdgeSql(x: string, y: string, sides: string): string {
  const between = `${x}>=min(q0,q2) AND ${x}<=max(q0,q2) AND ${y}>=min(q1,q3) AND ${y}<=max(q1,q3)`
  return `EXISTS (SELECT 1 FROM ${sides} WHERE ${between} AND ${turn(x, y)}=0)`
}

/** A vertex of the geometry is inside of the area of the shape. */
function holdsVertexSql(shape: string, besides = ''): string {
  const crossing = '(y>o.q1)<>(py>o.q1) AND o.q0<1.0*(px-x)*(o.q1-y)/(py-y)+x'
  const inside = `(SELECT CAST(total(${crossing}) AS INTEGER)%2=1 FROM e)`
  return `(instr(substr(${shape},10,14),'Polygon')>0 AND EXISTS (SELECT 1 FROM q AS o WHERE ${inside}${besides}))`
}
