import { t } from '@/i18n/i18n.svelte';
import { notify } from './notices.svelte';

/** The system's share sheet where there is one, else the clipboard. */
export async function share(url: string, title: string): Promise<void> {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ url, title });
      return;
    } catch {
      /* closed without sharing: copy instead */
    }
  }
  await copy(url);
}

export async function copy(text: string, said = t('app.copied')): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Plain http has no clipboard API.
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  notify(said);
}

export function download(name: string, text: string, type = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
