import { z } from '@hono/zod-openapi'

export const roles = ['admin', 'contrib', 'user'] as const
export type Role = (typeof roles)[number]

/** Who owns a dataset: a user, an organization, or a department of one. */
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

/** The owner that a stored row tells in its columns. */
export function ownerIn(row: OwnerColumns): Owner {
  return {
    type: row.ownerType,
    id: row.ownerId,
    name: row.ownerName,
    ...(row.ownerDepartment ? { department: row.ownerDepartment } : {}),
    ...(row.ownerDepartmentName ? { departmentName: row.ownerDepartmentName } : {}),
  }
}

/** The same as it is sent: clients of before name a `role`, which says nothing any more. */
export const sentOwnerSchema = ownerSchema
  .extend({ role: z.string().optional() })
  .transform(({ role: _, ...owner }): Owner => owner)
