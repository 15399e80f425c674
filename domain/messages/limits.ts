/** Largest number of recipients of one sending (S1 §5, §9; S2 §5). */
export const maxTargets = 10;
/** Message about a task if no other text was entered (S1 §9). */
export const defaultMessage = '您新收到一条待办，请及时查阅处理';
/** Maximum number of characters of one message: eight parts of a text message. */
export const maxContentLength = 500;
/**
 * Largest number of text messages and chat messages to one phone number, so that a person's phone does not
 * ring all day.
 */
export const recipientLimits = [
  { hours: 1, messages: 10 },
  { hours: 24, messages: 30 },
] as const;
/** Sendings of one person in an hour. */
export const maxSendingsPerHour = 60;
/** Days after which the phone number of a message is deleted. */
export const recipientRetentionDays = 90;
/** Days after which a message without an order is deleted, and its copy in the simulator too. */
export const messageRetentionDays = 180;
