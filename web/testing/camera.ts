import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { CodeReader } from '#web/components/scan/camera/open-code-reader.ts';

const corners = [{ x: 320, y: 240 }];

type Track = EventTarget & { readonly stop: () => void };

/** Phone with a camera, on a page whose document may use it. jsdom has neither, nor plays videos. */
export const openPhone = (documentPath = '/UK/nuk/returns/book', torch = false) => {
  window.innerWidth = 375;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: `https://portal.example${documentPath}` } as PerformanceEntry,
  ]);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640);
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(480);
  const applyConstraints = vi.fn<(constraints: MediaTrackConstraints) => Promise<void>>(() => Promise.resolve());
  const stopTrack = vi.fn();
  const tracks: Track[] = [];
  const openTrack = () => {
    const track = Object.assign(new EventTarget(), {
      stop: stopTrack,
      getCapabilities: () => ({ torch }),
      applyConstraints,
    });
    tracks.push(track);
    return track;
  };
  const getUserMedia = vi.fn(async () => {
    const track = openTrack();
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  });
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  /** Codes of the pictures to come; the last one stays. */
  let pictures: readonly (readonly string[])[] = [[]];
  const reader: CodeReader = {
    read: async () => {
      const [first = [], ...rest] = pictures;
      if (rest.length > 0) pictures = rest;
      return first.map((text) => ({ text, corners }));
    },
    close: vi.fn(),
  };
  return {
    reader,
    getUserMedia,
    stopTrack,
    applyConstraints,
    /** Shows codes until the camera has seen them twice, as a hand does. */
    show: (...codes: readonly string[]) => {
      pictures = [[], codes, codes, codes];
    },
    /** Shows pictures one after the other; the last one stays. */
    showInTurn: (...codesByPicture: readonly (readonly string[])[]) => {
      pictures = codesByPicture;
    },
    endTrack: () => act(async () => void tracks.at(-1)?.dispatchEvent(new Event('ended'))),
    close: () => {
      Reflect.deleteProperty(navigator, 'mediaDevices');
      window.innerWidth = 1024;
    },
  };
};

export const setVisibility = (state: DocumentVisibilityState) =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  });
