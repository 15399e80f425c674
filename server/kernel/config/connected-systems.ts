import type { Config } from './config.ts';
import type { SettingName } from './environment.ts';

/** The connection of a system, in wire spelling: `twin` is the built-in simulator. */
export type Connection = 'real' | 'twin' | 'none';

export interface ConnectedSystem {
  name: 'sms' | 'chat' | 'seal' | 'payments' | 'express' | 'signature' | 'sign-on' | 'virus-scanner';
  chinese: string;
  connection: Connection;
  /** The provider, if there is a choice. */
  provider: string | undefined;
  /** The setting by which an operator connects it. */
  setting: SettingName;
  /** Consequence of having no real system, for the log. */
  consequence: string;
}

type Settings = Pick<Config, 'sms' | 'chat' | 'documents' | 'payments' | 'express' | 'signOn' | 'uploads'>;

const connectionForKind = (kind: string): Connection => {
  if (kind === 'none') return kind;
  return kind === 'simulator' ? 'twin' : 'real';
};

/**
 * Lists the outside systems of the portal by its settings; the only place that defines which simulator
 * replaces which system.
 */
export function listConnectedSystems({
  sms,
  chat,
  documents,
  payments,
  express,
  signOn,
  uploads,
}: Settings): ConnectedSystem[] {
  return [
    {
      name: 'sms',
      chinese: '短信',
      connection: connectionForKind(sms.kind),
      provider: sms.kind,
      setting: 'SMS_PROVIDER',
      consequence: 'Text messages are stored by the built-in simulator and sent to nobody',
    },
    {
      name: 'chat',
      chinese: '政务即时通讯',
      connection: connectionForKind(chat.kind),
      provider: chat.kind,
      setting: 'CHAT_PROVIDER',
      consequence: 'Work notices are stored by the built-in simulator and sent to nobody',
    },
    {
      name: 'seal',
      chinese: '电子印章',
      connection: connectionForKind(documents.seal.kind),
      provider: documents.seal.kind,
      setting: 'SEAL_PROVIDER',
      consequence: 'The seal of documents is the built-in demo seal, which has no legal value',
    },
    {
      name: 'payments',
      chinese: '缴费',
      connection: connectionForKind(payments.kind),
      provider: payments.kind,
      setting: 'PAYMENT_PROVIDER',
      consequence: 'Payments are those of the built-in simulator, in which no money moves',
    },
    {
      name: 'express',
      chinese: '快递',
      connection: connectionForKind(express.kind),
      provider: express.kind,
      setting: 'EXPRESS_PROVIDER',
      consequence: 'Express items are those of the built-in simulator, which carries nothing',
    },
    {
      name: 'signature',
      chinese: '文书签名',
      connection: documents.certificate ? 'real' : 'none',
      provider: undefined,
      setting: 'PDF_SIGN_P12',
      consequence: 'Documents are not signed',
    },
    {
      name: 'sign-on',
      chinese: '统一身份认证',
      connection: connectionForKind(signOn.provider.kind),
      provider: signOn.provider.kind,
      setting: 'OIDC_ISSUER',
      consequence:
        'The unified login is the built-in simulator, with which any visitor can sign in as any person',
    },
    {
      name: 'virus-scanner',
      chinese: '病毒扫描',
      connection: uploads.clamd ? 'real' : 'twin',
      provider: uploads.clamd ? 'clamav' : 'simulator',
      setting: 'CLAMD_ADDRESS',
      consequence: 'No virus scanner: the built-in simulator detects only the EICAR test file',
    },
  ];
}
