import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyAcs3, verifyChat, verifyTc3 } from '#test/world/message-verifiers.ts';
import { signAcs3 } from './acs3-signature.ts';
import { chatNonce, chatTimestamp, signChat } from './chat-signature.ts';
import { signTc3 } from './tc3-signature.ts';

const runs = { numRuns: 50 };
const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const secret = fc.stringMatching(/^[A-Za-z0-9+/]{16,40}$/);
const instant = fc.integer({ min: 1_551_113_065, max: 2_000_000_000 });

describe('ACS3-HMAC-SHA256', () => {
  test('equals the provider’s published example', () => {
    // help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature, 固定参数示例
    const headers = {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      'x-acs-action': 'RunInstances',
      'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-acs-date': '2023-10-26T10:22:32Z',
      'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
      'x-acs-version': '2014-05-26',
    };
    const query = {
      ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
      RegionId: 'cn-shanghai',
    };
    expect(
      signAcs3(
        { method: 'POST', path: '/', query, headers, body: '' },
        'YourAccessKeyId',
        'YourAccessKeySecret',
      ),
    ).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    );
  });

  test('is accepted by an independent verifier, for any request', () => {
    fc.assert(
      fc.property(
        secret,
        text,
        fc.dictionary(fc.stringMatching(/^[A-Za-z]{1,9}$/), text),
        (key, body, query) => {
          const headers = {
            host: 'a.example',
            'x-acs-action': 'SendSms',
            'x-acs-content-sha256': sha256(body),
          };
          const authorization = signAcs3({ method: 'POST', path: '/', query, headers, body }, 'id', key);
          const address = new URL('https://a.example/');
          for (const [name, value] of Object.entries(query)) address.searchParams.append(name, value);
          const sentHeaders = { ...headers, authorization };
          expect(
            verifyAcs3({ method: 'POST', url: address.toString(), headers: sentHeaders, body }, key),
          ).toBe(true);
          expect(
            verifyAcs3({ method: 'POST', url: address.toString(), headers: sentHeaders, body }, `${key}x`),
          ).toBe(false);
          expect(
            verifyAcs3(
              { method: 'POST', url: address.toString(), headers: sentHeaders, body: `${body}x` },
              key,
            ),
          ).toBe(false);
        },
      ),
      runs,
    );
  });
});

describe('TC3-HMAC-SHA256', () => {
  // cloud.tencent.com/document/api/213/30654: the example of the document, in both of its editions.
  const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}';
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    host: 'cvm.tencentcloudapi.com',
  };

  test('equals the provider’s published example', () => {
    const request = { service: 'cvm', headers, body, timestampSeconds: 1_551_113_065 };
    expect(signTc3(request, 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE')).toBe(
      'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
    );
  });

  test('matches the hash and signature of the later published edition, whose key is masked', () => {
    const lines = [
      'POST\n/\n\ncontent-type:application/json; charset=utf-8\nhost:cvm.tencentcloudapi.com',
      'x-tc-action:describeinstances\n\ncontent-type;host;x-tc-action',
      sha256(body),
    ].join('\n');
    expect(sha256(lines)).toBe('7019a55be8395899b900fb5564e4200d984910f34794a27cb3fb7d10ff6a1e84');
    const derived = Buffer.from('b596b923aad85185e2d1f6659d2a062e0a86731226e021e61bfe06f7ed05f5af', 'hex');
    const signing = `TC3-HMAC-SHA256\n1551113065\n2019-02-25/cvm/tc3_request\n${sha256(lines)}`;
    expect(createHmac('sha256', derived).update(signing).digest('hex')).toBe(
      '10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
    );
  });

  test('is accepted by an independent verifier, for any request', () => {
    fc.assert(
      fc.property(secret, text, instant, (key, content, timestampSeconds) => {
        const sentBody = JSON.stringify({ content });
        const signedHeaders = { ...headers, 'x-tc-action': 'sendsms' };
        const request = { service: 'sms', headers: signedHeaders, body: sentBody, timestampSeconds };
        const sentHeaders = {
          ...headers,
          'x-tc-action': 'SendSms',
          'x-tc-timestamp': String(timestampSeconds),
          authorization: signTc3(request, 'id', key),
        };
        const url = 'https://cvm.tencentcloudapi.com/';
        expect(verifyTc3({ method: 'POST', url, headers: sentHeaders, body: sentBody }, key)).toBe(true);
        expect(verifyTc3({ method: 'POST', url, headers: sentHeaders, body: sentBody }, `${key}x`)).toBe(
          false,
        );
        const later = { ...sentHeaders, 'x-tc-timestamp': String(timestampSeconds + 1) };
        expect(verifyTc3({ method: 'POST', url, headers: later, body: sentBody }, key)).toBe(false);
      }),
      runs,
    );
  });
});

describe('X-Hmac-Auth-Signature', () => {
  test('equals the value of openssl for the text that the platform describes', () => {
    // The platform publishes the algorithm but no example value; this one comes from `openssl dgst -sha256
    // -hmac`.
    const request = {
      method: 'POST',
      timestamp: '2026-03-02T10:00:00.000+08:00',
      nonce: '17724168000001234',
      path: '/message/workNotification',
      params: { tenantId: '196729', receiverIds: '1001', bizMsgId: 'a-1', msg: '{"msgtype":"text"}' },
    } as const;
    expect(signChat(request, 'secret')).toBe('MzB4W7EdW65ZnDdLdnPPn042bpIKxk+9jnUzIaPNwSI=');
  });

  test('is accepted by an independent verifier, for any request', () => {
    fc.assert(
      fc.property(secret, text, instant, (key, content, seconds) => {
        const now = new Date(seconds * 1000);
        const params = { tenantId: '7', msg: JSON.stringify({ content }), bizMsgId: 'x' };
        const timestamp = chatTimestamp(now);
        const nonce = chatNonce(now, 0.1234);
        const path = '/message/workNotification';
        const sentHeaders = {
          'x-hmac-auth-timestamp': timestamp,
          'x-hmac-auth-nonce': nonce,
          'x-hmac-auth-signature': signChat({ method: 'POST', timestamp, nonce, path, params }, key),
        };
        const body = new URLSearchParams(params).toString();
        const url = `https://chat.example${path}`;
        expect(verifyChat({ method: 'POST', url, headers: sentHeaders, body }, key)).toBe(true);
        expect(verifyChat({ method: 'POST', url, headers: sentHeaders, body: `${body}1` }, key)).toBe(false);
        expect(verifyChat({ method: 'POST', url, headers: sentHeaders, body }, `${key}x`)).toBe(false);
      }),
      runs,
    );
  });
});

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
