import { createContext } from 'react';

/** The business application of the matter that is on the screen; its user groups are what a picker offers. */
export const BusinessApplication = createContext<string | undefined>(undefined);
