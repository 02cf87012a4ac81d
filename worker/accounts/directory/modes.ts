/** Who may make an account with a password: anyone, those who are invited, or nobody. */
export const signUpModes = ['open', 'invited', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]
