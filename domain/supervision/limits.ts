/** Largest values of the settings of an item for lights and warnings. */
export const supervisionLimits = { warnings: 10, days: 365, hours: 80 } as const;
