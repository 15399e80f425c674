import type { SignOnConfig } from '#server/kernel/config/sign-on.ts';
import { createOidc } from './oidc.ts';
import type { SignOn } from './sign-on.ts';
import { createTicketGateway } from './ticket-gateway.ts';

/** Creates the configured provider; the demo's simulator is started by the caller, which has its address. */
export function createSignOn({ provider, person }: SignOnConfig): SignOn | undefined {
  if (provider.kind === 'oidc') return createOidc(provider, person);
  if (provider.kind === 'gateway') return createTicketGateway(provider, person);
  return undefined;
}
