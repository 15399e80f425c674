/** `<order id>.<trace number>`; the order's id comes first, so that a trace is found without a lookup. */
export const traceIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,5}$/;

/** `<order id>.r<number>`: a row of the trace that visits no node. */
export const recordIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.r\d{1,5}$/;
