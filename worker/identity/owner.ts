import { z } from '@hono/zod-openapi'
import { nameOnOneLine } from '../schema/name-text'

export const roles = ['admin', 'contrib', 'user'] as const
export type Role = (typeof roles)[number]

/** The owner of a dataset: a user, an organization, or a department of one. */
export const ownerSchema = z
  .strictObject({
    type: z.enum(['user', 'organization']),
    id: z.string().min(1).max(200),
    name: z.string().min(1).max(500),
    department: z.string().min(1).max(200).optional(),
    departmentName: z.string().max(500).optional(),
  })
  .openapi('Owner')
export type Owner = z.infer<typeof ownerSchema>

/** An account as text: `user:<id>`, `organization:<id>` or `organization:<id>:<department>`. */
export function referenceOf({ type, id, department }: Pick<Owner, 'type' | 'id' | 'department'>): string {
  return `${type}:${id}${department ? `:${department}` : ''}`
}

type OwnerColumns = {
  ownerType: Owner['type']
  ownerId: string
  ownerName: string
  ownerDepartment: string | null
  ownerDepartmentName: string | null
}

/** The columns of a stored row that hold its owner. */
export const ownerColumns = (owner: Owner): OwnerColumns => ({
  ownerType: owner.type,
  ownerId: owner.id,
  ownerName: owner.name,
  ownerDepartment: owner.department ?? null,
  ownerDepartmentName: owner.departmentName ?? null,
})

/** The owner in the columns of a stored row. */
export function ownerIn(row: OwnerColumns): Owner {
  return {
    type: row.ownerType,
    id: row.ownerId,
    name: nameOnOneLine(row.ownerName),
    ...(row.ownerDepartment ? { department: row.ownerDepartment } : {}),
    ...(row.ownerDepartmentName ? { departmentName: row.ownerDepartmentName } : {}),
  }
}

/** The owner in a request: its name is that of the directory, a sent one is not needed; old clients send a `role`, which is ignored. */
export const sentOwnerSchema = ownerSchema
  .extend({ name: ownerSchema.shape.name.optional(), role: z.string().optional() })
  .transform(({ role: _, ...owner }): Owner => ({ ...owner, name: owner.name ?? owner.id }))
