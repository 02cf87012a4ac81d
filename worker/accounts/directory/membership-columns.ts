/** The columns of a membership. */
import { and, eq } from 'drizzle-orm'
import { tables } from '../../db/client'

const { members, departments } = tables

export const membershipColumns = {
  role: members.role,
  department: members.department,
  departmentName: departments.name,
} as const

/** Joins the department of a membership, if any: without one the membership covers the whole organization. */
export const departmentJoin = and(
  eq(departments.organizationId, members.organizationId),
  eq(departments.id, members.department),
)
