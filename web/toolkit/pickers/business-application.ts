import { createContext } from 'react';

/** The business application of the matter on the screen; the picker offers its user groups. */
export const BusinessApplication = createContext<string | undefined>(undefined);
