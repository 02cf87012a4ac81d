/** Writes of lines: validation, encoding, copies from one table to another. */

export { changeConstraints, raiseRevision } from './constraints'
export {
  blockWrites,
  continueState,
  copyLineSlice,
  unblockWrites,
  writeReplacementRevisions,
} from './copy-lines'
export {
  forgetLineAttachmentValues,
  pathsInLines,
  unindexedPaths,
  writeLineAttachmentValues,
} from './editable-attachment-columns'
export { type LineAuthor, type LineValue, type LineValues, newRecord } from './line'
export { hasRules, type LineRefusal, lineValidator, refusalSentence } from './line-validator'
export { completeMove, moveLines, moveRevisions } from './move-lines'
export { pathsNamedByLines, pathsNamedByRevisions } from './named-paths'
export { type Observations, observeLines } from './observe-lines'
export { valueReader } from './read-sent-value'
export { type Constraint, constraintSchema, restSchema } from './rest-options'
export { duplicateSentence } from './violated-constraint'
export { claimExtension, linesToExtend, releaseExtension, writeExtended } from './write-extended'
export { compileWriteSchema } from './write-schema'
