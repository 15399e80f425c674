/** At most so many receivers of one sending (S1 §5, §9; S2 §5). */
export const maxTargets = 10;
/** Message on a task when no other text was written (S1 §9). */
export const defaultMessage = '您新收到一条待办，请及时查阅处理';
/** Maximum number of characters of one message: as many as a text message takes in eight parts. */
export const maxContentLength = 500;
/**
 * Text messages and chat notices that one number gets at most, so that a person's telephone does not ring all
 * day.
 */
export const receiverLimits = [
  { hours: 1, messages: 10 },
  { hours: 24, messages: 30 },
] as const;
/** Sendings of one person in an hour. */
export const maxSendingsAnHour = 60;
/** Days after which the telephone number of a message is forgotten. */
export const receiverKeptDays = 90;
/** Days after which a message that belongs to no order goes, and with it what the simulator kept. */
export const messageKeptDays = 180;
