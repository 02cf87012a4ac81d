export { connectMqtt, type MqttConnection, type MqttMessage, type MqttSettings } from './connect'
export type { MqttVersion } from './packets'
