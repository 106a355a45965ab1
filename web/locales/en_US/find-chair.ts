import type { findChair as base } from '../zh_CN/find-chair.ts';

export const findChair: typeof base = {
  scan: 'Scan a code',
  scanHint: 'Point at the code on the device',
  pickPhoto: 'Pick a photo of the code',
  orType: 'Enter a device ID',
  deviceId: 'Device ID',
  deviceIdPrompt: 'Please enter the device ID',
  next: 'Next',
  unknownCode: 'Cannot recognise device. Please scan the code on the device.',
  noCode: 'No code was found in this photo. Please try another one.',
  badPhoto: 'This photo cannot be opened. Please try another one.',
  reading: 'Reading the code',
  scanner: {
    title: 'Scan a code',
    findings: {
      nothing: 'Place the code inside the frame',
      foreign: 'Cannot recognise device. Please scan the code on the device.',
      unable: 'Codes cannot be read here. Please enter the device ID.',
    },
    opening: 'Opening the camera',
    close: 'Close',
    torch: 'Torch',
    denied: 'The camera is not allowed. Allow it in your settings, pick a photo of the code, or enter the device ID.',
    missing: 'No camera was found. Pick a photo of the code, or enter the device ID.',
    insecure: 'This page cannot use the camera. Take a photo of the code and pick it, or enter the device ID.',
  },
};
