import * as client from 'openid-client';
import type { OidcConfig, PersonClaim } from '#server/kernel/config/sign-on.ts';
import { answerSeconds, boundedFetch, causeOf } from './bounded-fetch.ts';
import { personOfClaim } from './claim-text.ts';
import type { ConfirmedPerson, SignOn, SignOnProblem } from './sign-on.ts';

/** The time after which the provider's addresses and keys are fetched again. */
const discoveryMs = 3_600_000;

/**
 * Creates sign-on by OpenID Connect: authorization code with PKCE, state and nonce, and the provider's own
 * sign-out.
 */
export function createOidc(config: OidcConfig, person: PersonClaim, isSimulator = false): SignOn {
  let cached: { promise: Promise<client.Configuration>; expiresAt: number } | undefined;

  function discover(): Promise<client.Configuration> {
    if (cached && cached.expiresAt > performance.now()) return cached.promise;
    const promise = client.discovery(
      new URL(config.issuer),
      config.clientId,
      undefined,
      clientAuthenticationOf(config.clientSecret),
      {
        timeout: answerSeconds,
        [client.customFetch]: (url, init) => boundedFetch(url, init as RequestInit),
        // The library trusts an id token because of the encrypted connection, but in an office's network it
        // may be plain HTTP.
        execute: [
          client.enableNonRepudiationChecks,
          ...(config.issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    const discovery = { promise: promise, expiresAt: performance.now() + discoveryMs };
    cached = discovery;
    // After a failure the next caller fetches them again.
    promise.catch(() => {
      if (cached === discovery) cached = undefined;
    });
    return promise;
  }

  return {
    kind: 'oidc',
    isSimulated: isSimulator,
    person,
    // Providers compare the address with the registered one, character by character; the requested page is
    // stored here instead.
    returnAddress: (origin) => `${origin}/login`,
    async begin(returnAddress, state) {
      try {
        const provider = await discover();
        const verifier = client.randomPKCECodeVerifier();
        const nonce = client.randomNonce();
        const location = client.buildAuthorizationUrl(provider, {
          redirect_uri: returnAddress,
          scope: config.scope,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { location: location.href, secrets: { state, verifier, nonce } };
      } catch (error) {
        return { fault: 'unavailable', cause: causeOf(error) };
      }
    },
    async finish(answer, secrets, returnAddress) {
      try {
        const provider = await discover();
        const tokens = await client.authorizationCodeGrant(provider, new URL(`${returnAddress}?${answer}`), {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) return { fault: 'refused', cause: 'no id token' };
        const fromToken = personOfClaim(claims[person.claim]);
        if (fromToken !== '') return confirmedPerson(fromToken, tokens.id_token);
        if (!provider.serverMetadata().userinfo_endpoint)
          return { fault: 'refused', cause: `no claim ${person.claim}` };
        const userInfo = await client.fetchUserInfo(provider, tokens.access_token, claims.sub);
        return confirmedPerson(personOfClaim(userInfo[person.claim]), tokens.id_token);
      } catch (error) {
        return problemOf(error);
      }
    },
    async signOutAddress(proof, returnAddress) {
      try {
        const provider = await discover();
        if (!provider.serverMetadata().end_session_endpoint) return undefined;
        return client.buildEndSessionUrl(provider, {
          post_logout_redirect_uri: returnAddress,
          ...(proof !== '' && { id_token_hint: proof }),
        }).href;
      } catch {
        return undefined;
      }
    },
  };
}

/** Returns the client authentication: by header, unless the provider only reads the body. */
function clientAuthenticationOf(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, metadata, body, headers) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (offered.includes('client_secret_basic') ? basic : post)(server, metadata, body, headers);
  };
}

function confirmedPerson(person: string, idToken: string | undefined): ConfirmedPerson | SignOnProblem {
  return person === '' ? { fault: 'refused', cause: 'the claim is empty' } : { person, proof: idToken ?? '' };
}

const unavailableCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/**
 * Returns the problem of a failed sign-on: `refused` if the provider or the library refused, `unavailable` if
 * no answer arrived.
 */
function problemOf(error: unknown): SignOnProblem {
  const isExplicitRefusal =
    error instanceof client.AuthorizationResponseError ||
    error instanceof client.ResponseBodyError ||
    error instanceof client.WWWAuthenticateChallengeError;
  if (isExplicitRefusal) return { fault: 'refused', cause: `${error.name} ${error.message}`.slice(0, 120) };
  const code = error instanceof client.ClientError ? error.code : undefined;
  const isUnavailable = code === undefined || unavailableCodes.has(code);
  return { fault: isUnavailable ? 'unavailable' : 'refused', cause: causeOf(error) };
}
