/** Writes of lines: validation, encoding, copies from one table to another. */

export { valueReader } from './coerce'
export { changeConstraints, raiseRevision } from './constraints'
export {
  blockWrites,
  continueState,
  copyLineSlice,
  unblockWrites,
  writeReplacementRevisions,
} from './copy'
export { duplicateSentence } from './duplicate-message'
export {
  forgetLineAttachmentValues,
  pathsInLines,
  unindexedPaths,
  writeLineAttachmentValues,
} from './editable-attachment-columns'
export { type LineAuthor, type LineValue, type LineValues, newRecord } from './line'
export { completeMove, moveLines, moveRevisions } from './move'
export { type Observations, observeLines } from './observe'
export { type Constraint, constraintSchema, restSchema } from './options'
export { hasRules, type LineRefusal, lineValidator, refusalSentence } from './validate'
export { claimExtension, linesToExtend, releaseExtension, writeExtended } from './write-extended'
export { compileWriteSchema } from './write-schema'
