/** What a route requires of its caller. */

/** A class of operations on a dataset, or what a route asks instead. */
export type Right =
  | 'list'
  | 'read'
  | 'readAdvanced'
  | 'write'
  | 'admin'
  /** Deletion: of the class admin, and given to contributors by default. */
  | 'delete'
  /** Creation: an identity, allowed to create for its account. */
  | 'post'
  /** Nobody in particular. */
  | 'anyone'
  /** A session of any user; keys do not count. */
  | 'session'
  /** A session of a user who may read; keys do not count. */
  | 'reader'
  /** A session of a member of the organization; of one of its administrators. */
  | 'member'
  | 'administrator'
  /** A session of an administrator of the active account. */
  | 'ownAccount'
  /** A session of a super-administrator in the mode. */
  | 'superAdmin'
  /** A session, or a key of the scope `stats`. */
  | 'stats'
  /** An administrator of the active account, or a key of it that reads. */
  | 'log'
  /** The token of the setup. */
  | 'setup'
  /** Lines of one's own, a class by itself, here for the organization. */
  | 'ownLines'
  /** The same on an application, which keys of another scope open. */
  | `application:${'list' | 'read' | 'readAdvanced' | 'write' | 'admin' | 'delete' | 'post'}`
  /** The same of the trash of applications. */
  | `application:trash:${'list' | 'change'}`
  /** A collector of the town, by the profile of the actor. */
  | `collector:${'list' | 'read' | 'exec' | 'admin' | 'post'}`
  /** The webhook key of a collector, whoever sends it. */
  | 'webhookKey'
  /** An upload of the town: whoever may publish for it goes on with it. */
  | 'upload'
  /** The deleted datasets of the active account. */
  | 'trash:list'
  /** One of them: 404 for whoever may not delete it, so that only the scopes of keys are refused. */
  | 'trash:change'
