// Passkeys: what the server asks is handed to the browser, what the browser answers goes back as JSON.
import { post } from '@/net/api';
import type { Schemas } from '@/net/types';
import { personToken } from './person.svelte';

type Json = Record<string, any>;

/** Can this page use passkeys at all? (Not on plain http, and not under a bare address, as in the living room.) */
export const hasPasskeys = (): boolean => isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

function bytes(text: string): ArrayBuffer {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0)).buffer;
}
function text(data: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(data));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function said(credential: PublicKeyCredential): Json {
  const response = credential.response as unknown as Record<string, ArrayBuffer | null | undefined>;
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const shown = parts.flatMap((name) => (response[name] instanceof ArrayBuffer ? [[name, text(response[name])]] : []));
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response: Object.fromEntries(shown) as Json,
    clientExtensionResults: {},
  };
}

const known = (list: Json[] | undefined) => (list ?? []).map((one) => ({ ...one, id: bytes(String(one.id)) }));

/** Makes a passkey for the person of this device. */
export async function makePasskey(name: string): Promise<Schemas['Me']> {
  const { options } = await post<{ options: Json }>('/people/me/passkeys/begin', {}, personToken());
  const publicKey = {
    ...options,
    challenge: bytes(String(options.challenge)),
    user: { ...options.user, id: bytes(String(options.user.id)) },
    excludeCredentials: known(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return post<Schemas['Me']>('/people/me/passkeys', { credential: said(made), name }, personToken());
}

/** Signs this device in with a passkey that the browser has. */
export async function enterWithPasskey(device: string): Promise<Schemas['Entered']> {
  const { options } = await post<{ options: Json }>('/people/enter/passkey/begin', {});
  const publicKey = {
    ...options,
    challenge: bytes(String(options.challenge)),
    allowCredentials: known(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return post<Schemas['Entered']>('/people/enter/passkey', { credential: said(shown), device });
}

/** Did the person close the browser's window without choosing? */
export const wasClosed = (error: unknown): boolean => error instanceof DOMException;

/** What this device is called in the list of one's own. */
export function deviceName(): string {
  const agent = navigator.userAgent;
  const browser = [/Edg/, /OPR/, /Firefox/, /Chrome/, /Safari/].find((name) => name.test(agent))?.source ?? 'Browser';
  const system = [/Android/, /iPhone/, /iPad/, /Windows/, /Mac/, /Linux/].find((name) => name.test(agent))?.source ?? '';
  return [{ Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser, system].filter(Boolean).join(', ');
}
