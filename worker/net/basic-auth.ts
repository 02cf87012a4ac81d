/** The value of `Authorization` for a user name and a password (RFC 7617). */
export const basicAuthorization = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
