import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignOn } from '#server/adapters/gateways/sign-on/sign-on.ts';
import type { TestPortal } from './portal.ts';

/** The address to which the provider redirects browsers back, with `PORTAL_ORIGIN` set accordingly. */
export const portalOfLogin = 'http://127.0.0.1:8080';
export const returnTo = `${portalOfLogin}/login`;

export interface LoginStart {
  location: string;
  browserKey: string;
}

/** Returns the steps to the unified login and back, as the login page performs them. */
export function unifiedLoginSteps({ call, context }: Pick<TestPortal, 'call' | 'context'>) {
  return {
    /** Replaces the provider in the settings. */
    connect(signOn: SignOn | undefined): void {
      Object.assign(context, { signOn });
    },
    async begin(r = '/todo?page=2'): Promise<LoginStart> {
      const { body } = await call('/api/sign-on/start', { json: { r } });
      if (body.errcode !== 0) throw new Error(JSON.stringify(body));
      return body.data as unknown as LoginStart;
    },
    finish: (browserKey: string, answer: string) =>
      call('/api/sign-on/finish', { json: { browserKey, answer } }),
  };
}

/** Lets a stub listen on a free port; returns its origin. */
export async function listenOnFreePort(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
