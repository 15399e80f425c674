/** Maximum lengths of office data, in characters (decision 0169). */
export const officeLimits = { name: 64, number: 16, address: 200, phone: 32, order: 999_999 } as const;
