/** Largest values of the settings of an item for warnings and cards. */
export const supervisionLimits = { warnings: 10, days: 365, hours: 80, yellows: 20 } as const;
