/**
 * The calls of the phone's page, held to the contract by their test. The contract itself would come with what all calls are
 * declared by, and cut the first file of the portal into more pieces.
 */
export const phonePaths = {
  open: ['POST', '/api/phone-uploads/:code/open'],
  plan: ['PUT', '/api/phone-uploads/:code/files'],
  send: ['POST', '/api/phone-uploads/:code/files'],
  submit: ['POST', '/api/phone-uploads/:code/submit'],
} as const;

export type PhonePath = (typeof phonePaths)[keyof typeof phonePaths];
