export { connectMqtt, type MqttConnection, type MqttMessage } from './connect'
