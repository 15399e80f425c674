import {
  type ConversionPool,
  createConversionPool,
} from '#server/adapters/file-processing/conversion/conversion-pool.ts';
import { createInspector, type Inspector } from '#server/adapters/file-processing/inspection/inspector.ts';
import type { FileStore } from '#server/adapters/files/file-store.ts';
import { type DocumentSource, noDocuments } from '#server/adapters/gateways/documents/document-source.ts';
import { createExpress } from '#server/adapters/gateways/express/create-express.ts';
import type { ExpressGateway } from '#server/adapters/gateways/express/express-gateway.ts';
import {
  createMessageGateways,
  type MessageGateways,
} from '#server/adapters/gateways/messages/message-gateways.ts';
import { createPaymentGateway } from '#server/adapters/gateways/payments/create-payment-gateway.ts';
import type { PaymentGateway } from '#server/adapters/gateways/payments/gateway.ts';
import {
  createRemoteInterfaces,
  type RemoteInterfaces,
} from '#server/adapters/gateways/remote-interface/remote-interface.ts';
import { createSignOn } from '#server/adapters/gateways/sign-on/create-sign-on.ts';
import type { SignOn } from '#server/adapters/gateways/sign-on/sign-on.ts';
import type { VirusScanner } from '#server/adapters/gateways/virus-scanner/scanner.ts';
import { createVirusScanner } from '#server/adapters/gateways/virus-scanner/virus-scanner.ts';
import { createNotifier, type Notifier } from '#server/adapters/notifications/notifier.ts';
import { createScriptRunner, type ScriptRunner } from '#server/adapters/scripts/script-runner.ts';
import { createTypesetter, type Typesetter } from '#server/adapters/typesetting/typesetter.ts';
import type { Config } from '#server/kernel/config/config.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import {
  createDiskSpaceReader,
  type DiskSpaceReader,
  readDiskSpaceOfFiles,
} from '#server/kernel/folders/free-space.ts';
import { newId } from '#server/kernel/ids.ts';
import type { Log } from '#server/kernel/log/log.ts';

/**
 * Dependencies of services. It contains no request: seeds and jobs use the same context, tests freeze its
 * clock.
 */
export interface Context {
  readonly config: Config;
  readonly db: Db;
  readonly crypto: Crypto;
  readonly files: FileStore;
  /** Free space of the disk on which files arrive. */
  readonly space: DiskSpaceReader;
  /** Inspects untrusted uploads in other processes. */
  readonly inspector: Inspector;
  /** Converts stored files to documents and pictures in other processes. */
  readonly conversionPool: ConversionPool;
  readonly scanner: VirusScanner;
  /** The source of the documents that buttons make. */
  readonly documents: DocumentSource;
  /** Draws documents that are printed and not stored. */
  readonly typesetter: Typesetter;
  /** The gateways to outside systems, by channel. */
  readonly gateways: MessageGateways;
  /** The carrier of express items; undefined if none is connected. */
  readonly express: ExpressGateway | undefined;
  /** The channel that collects money; undefined if the operator has set up none. */
  readonly payments: PaymentGateway | undefined;
  /** Remote interfaces that items use. */
  readonly remoteInterfaces: RemoteInterfaces;
  /** The office's unified login; undefined if none is connected. */
  readonly signOn: SignOn | undefined;
  /** Runs the scripts of rules in threads of their own. */
  readonly scripts: ScriptRunner;
  readonly log: Log;
  readonly notifier: Notifier;
  /** Distinguishes this server process from others in heartbeats and logs. */
  readonly processId: string;
  now(): Date;
  newId(): string;
}

/** Creates a context from the given parts; `now` is the real clock unless a test or a seed passes another. */
export function createContext(
  parts: Omit<
    Context,
    | 'now'
    | 'newId'
    | 'notifier'
    | 'space'
    | 'inspector'
    | 'conversionPool'
    | 'scanner'
    | 'documents'
    | 'typesetter'
    | 'gateways'
    | 'express'
    | 'payments'
    | 'remoteInterfaces'
    | 'signOn'
    | 'scripts'
  > & {
    now?: () => Date;
    /** The disk of the data folder, unless a test passes another. */
    space?: DiskSpaceReader | undefined;
    /** None by default. */
    documents?: DocumentSource;
    /** The typesetter of the documents, so that there are not two processes. */
    typesetter?: Typesetter;
    /** The one of the settings, unless a test passes another. */
    express?: ExpressGateway;
    /** The demo's simulator, which the caller starts. */
    signOn?: SignOn | undefined;
    /** With the usual limit of time, unless a test passes another. */
    scripts?: ScriptRunner;
  },
): Context {
  const now = parts.now ?? (() => new Date());
  const notifier = createNotifier(parts.db, parts.processId, parts.log);
  const { dataDir, uploads } = parts.config;
  const reserve = uploads.reserveMb * 1_048_576;
  const space = parts.space ?? createDiskSpaceReader(reserve, () => readDiskSpaceOfFiles(dataDir));
  const inspector = createInspector({ log: parts.log });
  const conversionPool = createConversionPool({ log: parts.log });
  const scanner = createVirusScanner(parts.config.uploads.clamd);
  const gateways = createMessageGateways(parts.config, { db: parts.db, crypto: parts.crypto, now });
  const payments = createPaymentGateway(parts.config, { db: parts.db, crypto: parts.crypto, now });
  const remoteInterfaces = createRemoteInterfaces(parts.config.remoteTraces);
  return {
    ...parts,
    notifier,
    space,
    inspector,
    conversionPool,
    scanner,
    documents: parts.documents ?? noDocuments,
    typesetter: parts.typesetter ?? createTypesetter({ fonts: parts.config.documents.fonts }),
    gateways,
    express: parts.express ?? createExpress(parts.config.express, now),
    payments,
    remoteInterfaces,
    signOn: parts.signOn ?? createSignOn(parts.config.signOn),
    scripts: parts.scripts ?? createScriptRunner(),
    now,
    newId: () => newId(now()),
  };
}

/** Returns the same context at another time, so that seeds can let the people of the demo act in the past. */
export function atTime(context: Context, now: Date): Context {
  return { ...context, now: () => now, newId: () => newId(now) };
}
