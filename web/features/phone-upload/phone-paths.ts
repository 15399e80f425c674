/**
 * The calls of the phone's page; a test compares them with the contract. Importing the contract itself would
 * load its schema code, and split the portal's first file into more chunks.
 */
export const phonePaths = {
  open: ['POST', '/api/phone-uploads/:code/open'],
  plan: ['PUT', '/api/phone-uploads/:code/files'],
  send: ['POST', '/api/phone-uploads/:code/files'],
  submit: ['POST', '/api/phone-uploads/:code/submit'],
} as const;

export type PhonePath = (typeof phonePaths)[keyof typeof phonePaths];
