import { createRequire } from 'node:module';
import type * as age from 'age-encryption';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';

const require = createRequire(import.meta.url);

/** Creates an encrypter for all of these age public keys. Throws if one is not a key. */
export function encrypterTo(recipients: readonly string[]): age.Encrypter {
  // Loaded here, because the portal itself encrypts no backup.
  const { Encrypter }: typeof age = require('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return encrypter;
}

/** Refuses an invalid public key. */
export function checkRecipients(recipients: readonly string[]): void {
  try {
    encrypterTo(recipients);
  } catch (error) {
    throw new StartupError(
      `BACKUP_RECIPIENTS 中的公钥不完整或写错（${reasonOf(error)}）。`,
      'A public key in BACKUP_RECIPIENTS is incomplete or incorrect.',
      { cause: error },
    );
  }
}
