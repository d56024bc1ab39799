import { MEDIA_PLACEHOLDER } from './placeholders.ts';

/**
 * Text that documents have in common, as the compressor's dictionary. Never change it: stored documents need it to be
 * unpacked. The most common parts come last, where a reference to them is shortest.
 */
const templated = MEDIA_PLACEHOLDER;

const sizes = ['mini', 'thumbnail', '140x105', '200x150', 'standard', '440x330', 'medium', 'large', 'huge'];

const picture = (id: number, guid: string): string =>
  `{"id":${id},"guid":"${guid}",${sizes.map((size) => `"${size}":"${templated}${guid}.${size}",`).join('')}"original":"${templated}${guid}"}`;

const line = (text: string, bullet: string, level: number): string =>
  `{"text_raw":"${text}","text_rendered":"${text}","bullet":"${bullet}","level":${level},"lineid":1000000}`;

const words =
  'before you begin, make sure that the battery is discharged below 25%. the display assembly, logic board, antenna cable, motherboard, rear case, front panel, back cover, heat sink, speaker, camera, connector, bracket, housing, adhesive, clips, tabs, keyboard, hard drive, trackpad, headphone jack, charging port, power button, volume, switch, sensor, motor, brush, wheel, lens, optical drive, fan, RAM, SIM card tray, washer, bolt, nut, hose, valve, seal, bearing, gasket, solder, wire, fuse, lever. Carefully lift, pull, slide, push, press, turn, rotate, unplug, insert, separate, release, detach, lower, heat, flip over, set aside, disconnect, reconnect, replace, install, align, tighten, loosen, unscrew, pry up, peel. Use the flat end of a spudger, plastic opening tool, tweezers, guitar pick, suction cup, small flathead screwdriver, Torx T5 T6 T8 T10 screwdriver, Phillips #00 screwdriver, JIS, soldering iron, metal, nylon, needle nose pliers. Be careful not to damage it. It may be necessary to. If you have trouble, repeat. There are four screws along the edge on each side of the device. Remove the two 3.5 mm Phillips #0 screws that secure the cover to the case. This guide will show you how to replace the. You will need to. Follow these steps in reverse order. To reassemble your device, follow these instructions in reverse order.';

const url = `https://`;

const body = `"subject":"Battery","url":"/Guide/Replacement/1000","summary":"","introduction_raw":"","introduction_rendered":"<p>This guide</p>","conclusion_raw":"To reassemble your device, follow these instructions in reverse order.","conclusion_rendered":"<p>To reassemble your device, follow these instructions in reverse order.</p>","difficulty":"Very easy","difficulty":"Easy","difficulty":"Difficult","difficulty":"Very difficult","difficulty":"Moderate","time_required":"10 - 30 minutes","time_required":"5 - 20 minutes","time_required":"1 - 2 hours","time_required":null,"time_required_min":600,"time_required_max":1800,"public":true,"created_date":1400000000,"published_date":1500000000,"modified_date":1600000000,"image":null,"flags":[],"parts":[{"type":null,"quantity":1,"text":"","notes":null,"url":"${url}","thumbnail":"${url}.mini","isoptional":false,"featured":false}],"tools":[{"type":null,"quantity":1,"text":"Phillips #0 Screwdriver","notes":null,"url":"${url}","thumbnail":null,"isoptional":false,"featured":false}],"documents":[],"featured_documentid":null,"featured_document_embed_url":null,"featured_document_thumbnail_url":null,"intro_video":null,"intro_video_url":null,"patrol_threshold":0,"guideid":1000,"langid":"en","type":"installation","type":"disassembly","type":"teardown","type":"technique","type":"how-to","type":"repair","type":"replacement","category":"","title":" Replacement"}`;

const step = (n: number): string =>
  `{"title":"","lines":[${line('Remove the ', 'black', 0)},${line('Use ', 'red', 1)},${line('', 'icon_note', 0)},${line('', 'icon_caution', 0)},${line('', 'icon_reminder', 0)},${line('', 'orange', 1)},${line('', 'blue', 0)}],"guideid":1000,"stepid":100000${n},"orderby":${n},"revisionid":10000,"media":{"type":"image","data":[${picture(1000001, 'AAAAAAAAAAAAAAAA')}]},"comments":[]}`;

export const dictionary: Buffer = Buffer.from(
  `${words}{"locale":"en","revisionid":10000,${body}\n[${step(1)},${step(2)}]\n{"userid":1,"prerequisites":[]}`,
);
