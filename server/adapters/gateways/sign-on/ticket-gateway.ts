import type { GatewayConfig, PersonClaim } from '#server/kernel/config/sign-on.ts';
import { readObject } from '../read-object.ts';
import { boundedFetch, causeOf } from './bounded-fetch.ts';
import { personOfClaim } from './claim-text.ts';
import type { ConfirmedPerson, SignOn, SignOnProblem } from './sign-on.ts';

const maxTicketLength = 1000;

/**
 * Creates sign-on by a plain gateway (S0 §2): its login gets the current address as `r` and sends the browser
 * back there with a one-time `ticket`, which our server exchanges for the person. The state is part of `r`.
 */
export function createTicketGateway(config: GatewayConfig, person: PersonClaim, isSimulator = false): SignOn {
  return {
    kind: 'gateway',
    isSimulated: isSimulator,
    person,
    returnAddress(origin, target, state) {
      const current = new URL('/login', origin);
      if (target !== '/') current.searchParams.set('r', target);
      current.searchParams.set('state', state);
      return current.href;
    },
    async begin(returnAddress) {
      return { location: withParameter(config.loginUrl, 'r', returnAddress), secrets: {} };
    },
    async finish(answer, _secrets, returnAddress) {
      const tickets = answer.getAll('ticket');
      const [ticket = ''] = tickets;
      if (tickets.length !== 1 || ticket === '' || ticket.length > maxTicketLength) {
        return { fault: 'refused', cause: 'no ticket' };
      }
      return await exchange(config, person, ticket, returnAddress);
    },
    async signOutAddress(_proof, returnAddress) {
      return config.logoutUrl && withParameter(config.logoutUrl, 'r', returnAddress);
    },
  };
}

async function exchange(
  { ticketUrl, token }: GatewayConfig,
  { claim }: PersonClaim,
  ticket: string,
  returnAddress: string,
): Promise<ConfirmedPerson | SignOnProblem> {
  try {
    const response = await boundedFetch(ticketUrl, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: new URLSearchParams({ ticket, r: returnAddress }),
    });
    if (response.status >= 500 || response.status === 429)
      return { fault: 'unavailable', cause: `status ${response.status}` };
    if (response.status !== 200) return { fault: 'refused', cause: `status ${response.status}` };
    return readAnswer(await response.text(), claim);
  } catch (error) {
    return { fault: 'unavailable', cause: causeOf(error) };
  }
}

/**
 * Reads `{errcode: 0, data: {…}}`, `{code: 200, data: {…}}`, or the person's fields alone; any failure code
 * refuses.
 */
function readAnswer(text: string, claim: string): ConfirmedPerson | SignOnProblem {
  const answer = readObject(text);
  if (!answer) return { fault: 'unavailable', cause: 'the answer cannot be read' };
  const { errcode, code, success, data } = answer;
  if (!isAmong(errcode, [0]) || !isAmong(code, [0, 200]) || success === false)
    return { fault: 'refused', cause: `errcode ${Number(errcode)} code ${Number(code)}` };
  const fields = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : answer;
  const claimValue = personOfClaim(fields[claim]);
  return claimValue === '' ? { fault: 'refused', cause: `no ${claim}` } : { person: claimValue, proof: '' };
}

/** Checks whether a code means success, as a number or as its text; a missing code is accepted. */
function isAmong(code: unknown, successCodes: readonly number[]): boolean {
  return (
    code === undefined || code === null || successCodes.some((one) => code === one || code === String(one))
  );
}

function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
