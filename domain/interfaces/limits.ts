/** Limits of an interface of another system. */
export const interfaceLimits = {
  urlLength: 2000,
  /** Parameters, results or headers of one interface. */
  params: 20,
  /** Characters of a parameter that an interface gets. */
  paramLength: 500,
  remarkLength: 500,
} as const;
