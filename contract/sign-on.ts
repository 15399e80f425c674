import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LoginResult, SecondFactorChallenge } from './session.ts';

/** The unified login (S0 §2): the browser goes to the office's provider and returns to the login page. */

export const SignOnStart = z.object({
  /** The address to which the browser must go now. */
  location: z.string(),
  /**
   * Secret of the browser that began the login; it is stored there, sent with `finish`, and never part of an
   * address.
   */
  browserKey: z.string(),
});
export type SignOnStart = z.output<typeof SignOnStart>;

/** The path that was requested before the login. */
const targetField = { target: z.string() };

export const SignOnResult = z.union([
  LoginResult.extend(targetField),
  SecondFactorChallenge.extend(targetField),
]);
export type SignOnResult = z.output<typeof SignOnResult>;

export const signOn = {
  start: endpoint({
    method: 'POST',
    path: '/api/sign-on/start',
    summary: '前往统一身份认证',
    body: z.strictObject({
      /** Return path: a path of the portal; anything else is `/`. */
      r: z.string().max(2000).default('/'),
    }),
    output: SignOnStart,
    refusals: ['notServed', 'signOnUnavailable', 'tooManyRequests'],
    mutates: false,
  }),
  finish: endpoint({
    method: 'POST',
    changes: [],
    path: '/api/sign-on/finish',
    summary: '统一身份认证登录',
    body: z.strictObject({
      browserKey: z.string().min(1).max(128),
      /** The query with which the provider sent the browser back. */
      answer: z.string().max(8000),
    }),
    output: SignOnResult,
    refusals: [
      'notServed',
      'signOnUnavailable',
      'signOnRefused',
      'signOnUnknown',
      'accountDisabled',
      'tooManyAttempts',
    ],
  }),
};
